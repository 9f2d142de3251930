import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSealedWith, seal, unseal } from './sealed.ts';

const [old, present] = [randomBytes(32), randomBytes(32)];
const secret = randomBytes(20);

test('what is sealed opens with its key, for its owner alone', () => {
  const sealed = seal([present], secret, 'ada');
  expect(sealed.includes(secret)).toBe(false);
  expect(unseal([present], sealed, 'ada')).toEqual(secret);
  expect(unseal([present], sealed, 'bob')).toBeUndefined();
  expect(unseal([old], sealed, 'ada')).toBeUndefined();
  expect(unseal([], sealed, 'ada')).toBeUndefined();
});

test('a changed byte anywhere opens nothing', () => {
  const sealed = seal([present], secret, 'ada');
  for (let at = 1; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(unseal([present], changed, 'ada')).toBeUndefined();
  }
});

test('with a new key first the old one still opens, and what is sealed anew needs it no more', () => {
  const before = seal([old], secret, 'ada');
  expect(unseal([present, old], before, 'ada')).toEqual(secret);
  expect([isSealedWith(old, before), isSealedWith(present, before)]).toEqual([true, false]);
  expect(unseal([present], seal([present, old], secret, 'ada'), 'ada')).toEqual(secret);
});

test('what was stored before there were keys is read as it is', () => {
  expect(unseal([present], secret, 'ada')).toEqual(secret);
  expect(seal([], secret, 'ada')).toEqual(secret);
});
