import { expect, test } from 'vitest';
import { makeSecret } from './secrets.ts';

test.each([
  ['Copper-Kite', true],
  ['höchst geheim 🗝', true],
  ['one\ntwo', false],
  ['one\ttwo', false],
  ['one\u0000two', false],
])('%j may be a secret: %s. Android would take a line break or a tab for a key', (value, isAllowed) => {
  const { success } = makeSecret.body.safeParse({ name: 'Bank', value, apps: ['com.example.bank'] });
  expect(success).toBe(isAllowed);
});
