import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { reseal, seal, unseal } from './sealed.ts';

const [old, present] = [randomBytes(32), randomBytes(32)];
const secret = randomBytes(20);

test('a sealed secret opens with its key, for its owner only', () => {
  const sealed = seal([present], secret, 'ada');
  expect(sealed.includes(secret)).toBe(false);
  expect(unseal([present], sealed, 'ada')).toEqual(secret);
  expect(unseal([present], sealed, 'bob')).toBeUndefined();
  expect(unseal([old], sealed, 'ada')).toBeUndefined();
  expect(unseal([], sealed, 'ada')).toBeUndefined();
});

test('a sealed secret with any changed byte does not open', () => {
  const sealed = seal([present], secret, 'ada');
  for (let at = 1; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(unseal([present], changed, 'ada')).toBeUndefined();
  }
});

test('the old key still opens after a new one, and new secrets don’t need it', () => {
  const before = seal([old], secret, 'ada');
  expect(unseal([present, old], before, 'ada')).toEqual(secret);
  const resealed = reseal([present, old], before, 'ada');
  expect(resealed && unseal([present], resealed, 'ada')).toEqual(secret);
  expect(reseal([old], before, 'ada')).toBe(before);
  expect(reseal([present], before, 'ada')).toBeUndefined();
  expect(unseal([present], seal([present, old], secret, 'ada'), 'ada')).toEqual(secret);
});

test('a secret that was stored unencrypted is read as it is', () => {
  expect(unseal([present], secret, 'ada')).toEqual(secret);
  expect(seal([], secret, 'ada')).toEqual(secret);
});
