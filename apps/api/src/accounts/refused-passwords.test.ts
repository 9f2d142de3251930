// When the list is read: after a node has started, and before somebody has to wait for it.
import { createRequire } from 'node:module';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../platform/log.ts';

const { cache } = createRequire(import.meta.url);
const files = () => Object.keys(cache).filter((file) => file.includes('@zxcvbn-ts/language-common'));
const log = createLog('silent');

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  for (const file of files()) Reflect.deleteProperty(cache, file);
});
afterEach(() => vi.useRealTimers());

test('the list is read once, some time after the start', async () => {
  const { isCommonPassword, readCommonPasswordsLater } = await import('./refused-passwords.ts');
  readCommonPasswordsLater(log, 10_000);
  vi.advanceTimersByTime(9_999);
  expect(files()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(files()).not.toEqual([]);
  for (const file of files()) Reflect.deleteProperty(cache, file);
  expect(isCommonPassword('password')).toBe(true);
  expect(files()).toEqual([]);
});

test('a node that stops earlier does not read the list', async () => {
  const { readCommonPasswordsLater } = await import('./refused-passwords.ts');
  readCommonPasswordsLater(log, 10_000)();
  vi.advanceTimersByTime(60_000);
  expect(files()).toEqual([]);
});

test('a password that is chosen earlier is checked all the same', async () => {
  const { isCommonPassword, readCommonPasswordsLater } = await import('./refused-passwords.ts');
  readCommonPasswordsLater(log, 10_000);
  expect(isCommonPassword('password')).toBe(true);
});
