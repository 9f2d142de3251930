import { expect, test } from 'vitest';
import { stateOf } from './phone-state.tsx';
import { samplePhone, sampleTenant } from './sample-phone.ts';

test.each([
  [{}, 'online', 'Free'],
  [{ tenant: sampleTenant }, 'rented', 'Rented'],
  [{ tenant: sampleTenant, connection_state: 'offline' }, 'offline', 'Rented, offline'],
  [{ connection_state: 'offline' }, 'offline', 'Offline'],
  [{ state: 'cleaning' }, 'warning', 'Cleaning'],
  [{ state: 'cleaning', connection_state: 'offline' }, 'warning', 'Cleaning, offline'],
  [{ state: 'quarantined', tenant: sampleTenant }, 'error', 'Quarantined'],
] as const)('a phone with %o reads %s, %s', (changes, kind, word) => {
  expect(stateOf(samplePhone(changes))).toEqual({ kind, word });
});
