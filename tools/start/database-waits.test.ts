import { expect, it } from 'vitest';
import { createDatabaseWaits } from './database-waits.ts';

it('a program that waits for the database excuses deaths until it continues', () => {
  const waits = createDatabaseWaits();
  waits.note('api', 'its database: frozen');
  waits.note('database', 'what keeps it from starting: a full disk');
  waits.note('api', '');
  expect(waits.isAnybodyWaiting).toBe(true);
  waits.note('database', '');
  expect(waits.isAnybodyWaiting).toBe(false);
});

it('a relay that waits for the API excuses nobody', () => {
  const waits = createDatabaseWaits();
  waits.note('relay', 'the control plane');
  expect(waits.isAnybodyWaiting).toBe(false);
});
