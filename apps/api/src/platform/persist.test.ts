import { expect, test, vi } from 'vitest';
import { persist } from './persist.ts';

const failure = 'it could not start';
const refused = () => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

function watched() {
  const warn = vi.fn();
  return { warn, options: { againAfterMs: 1, signal: new AbortController().signal, log: { warn }, failure } };
}

test('what fails is tried until it succeeds, and each kind of cause is told once', async () => {
  const { warn, options } = watched();
  const missing = new Error('a table is missing');
  const causes = [refused(), refused(), missing, refused(), missing];
  const start = vi.fn(async () => {
    const cause = causes.shift();
    if (cause !== undefined) throw cause;
    return 'started';
  });
  expect(await persist(start, options)).toBe('started');
  expect(start).toHaveBeenCalledTimes(6);
  expect(warn.mock.calls).toEqual([
    [{ err: expect.objectContaining({ code: 'ECONNREFUSED' }) }, failure],
    [{ err: missing }, failure],
  ]);
});

test('what is no longer wanted is not tried again', async () => {
  const { options } = watched();
  const unwanted = new AbortController();
  const start = vi.fn(async () => {
    unwanted.abort();
    throw refused();
  });
  expect(await persist(start, { ...options, signal: unwanted.signal })).toBeUndefined();
  expect(start).toHaveBeenCalledTimes(1);
});
