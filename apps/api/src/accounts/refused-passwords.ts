// The passwords that guessers try first: a packaged list of those most often found in leaks, and our own
// name. Read by the server only: the list is larger than a page of the site.
import { createRequire } from 'node:module';
import { brand } from '@pocketfleet/rules';
import { z } from 'zod';
import type { Log } from '../platform/log.ts';

const lists = z.object({ dictionary: z.object({ passwords: z.array(z.string()) }) });
let common: Set<string> | undefined;
const ownName = brand.name.toLowerCase();

/** In any case of letters; one character repeated, and our own name with digits or marks behind it, too. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  common ??= readCommon();
  return common.has(plain) || /^(.)\1*$/u.test(plain) || plain.replace(/[\d\W_]{1,8}$/, '') === ownName;
}

/**
 * Reads the list after a while, when a node that has started is done with what many wait for: it takes 50 ms, in
 * which nothing else is done. Returns what calls it off. Until then the first password that somebody chooses reads it.
 */
export function readCommonPasswordsLater(log: Log, afterMs: number): () => void {
  const timer = setTimeout(() => {
    try {
      common ??= readCommon();
    } catch (error) {
      log.warn({ err: error }, 'the list of common passwords could not be read');
    }
  }, afterMs);
  // It keeps no process from ending.
  timer.unref();
  return () => clearTimeout(timer);
}

function readCommon(): Set<string> {
  // The package offers its lists to CommonJS only as one module that Node can load.
  const { dictionary } = lists.parse(createRequire(import.meta.url)('@zxcvbn-ts/language-common'));
  return new Set(dictionary.passwords.map((password) => password.toLowerCase()));
}
