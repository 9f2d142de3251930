import { user } from '@pocketfleet/contract';
import { expect, it } from 'vitest';
import { readStoredUser } from './stored-user.ts';

const stored = {
  id: '6c84fb90-12c4-11e1-840d-7b25c5ee775a',
  username: 'demo',
  first_name: 'Dana',
  last_name: 'Mora',
  email: 'demo@example.com',
  created_at: '2026-11-20T12:00:00Z',
};

it('takes what the contract calls a user', () => {
  expect(user.parse(stored)).toEqual(stored);
  expect(readStoredUser(stored)).toEqual(stored);
});

it('asks for every field that the contract asks for', () => {
  const needed = Object.entries(user.shape).filter(([, schema]) => !schema.safeParse(undefined).success);
  expect(needed.length).toBe(5);
  for (const [field] of needed) {
    expect(readStoredUser({ ...stored, [field]: undefined }), field).toBeNull();
  }
});

it.each([undefined, null])('takes a user without a date (%j), as the contract does', (created_at) => {
  const undated = { ...stored, created_at };
  expect(user.parse(undated)).toEqual(undated);
  expect(readStoredUser(undated)).toEqual(undated);
  expect(readStoredUser({ ...stored, created_at: 4 })).toBeNull();
});

it.each([null, 'demo', 4, [], {}])('takes %j for nothing', (value) => {
  expect(readStoredUser(value)).toBeNull();
});
