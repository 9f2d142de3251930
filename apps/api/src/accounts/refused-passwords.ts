// The most common passwords: a packaged list from leaks, and our own name. Only the server reads it, because the list is
// larger than a page of the site.
import { createRequire } from 'node:module';
import { brand } from '@pocketfleet/rules';
import { z } from 'zod';
import type { Log } from '../platform/log.ts';

const lists = z.object({ dictionary: z.object({ passwords: z.array(z.string()) }) });
let common: Set<string> | undefined;
const ownName = brand.name.toLowerCase();

/** Ignores case. One repeated character, and our own name followed by digits or punctuation, count as common too. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  common ??= readCommon();
  return common.has(plain) || /^(.)\1*$/u.test(plain) || plain.replace(/[\d\W_]{1,8}$/, '') === ownName;
}

/**
 * Reads the list `afterMs` after the start, because reading blocks the process for 50 ms. Returns the function that cancels
 * it. A password that is chosen earlier reads the list at once.
 */
export function readCommonPasswordsLater(log: Log, afterMs: number): () => void {
  const timer = setTimeout(() => {
    try {
      common ??= readCommon();
    } catch (error) {
      log.warn({ err: error }, 'the list of common passwords could not be read');
    }
  }, afterMs);
  // The timer must not keep the process running.
  timer.unref();
  return () => clearTimeout(timer);
}

function readCommon(): Set<string> {
  // The package offers its lists to CommonJS only as one module that Node can load.
  const { dictionary } = lists.parse(createRequire(import.meta.url)('@zxcvbn-ts/language-common'));
  return new Set(dictionary.passwords.map((password) => password.toLowerCase()));
}
