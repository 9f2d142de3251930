import type { AccessPermission } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { AppError } from '../platform/app-error.ts';
import type { Principal } from '../platform/principal.ts';
import { canUse, refuseUnlessAllowed } from './access.ts';

const principal = (part: Partial<Principal>): Principal => ({
  kind: 'person',
  credential_id: 'credential',
  name: 'ada',
  address: '127.0.0.1',
  user_id: 'ada',
  workspace_id: 'team',
  role: 'user',
  permissions: new Set<AccessPermission>(['watch', 'rent']),
  phones: 'all',
  lacks_second_factor: false,
  ...part,
});
const phone = { workspace_id: 'team', device_id: 'one' };

test.each<[string, Partial<Principal>, typeof phone, AccessPermission, boolean]>([
  ['with all phones', {}, phone, 'watch', true],
  ['with this phone', { phones: ['two', 'one'] }, phone, 'watch', true],
  ['with other phones', { phones: ['two'] }, phone, 'watch', false],
  ['with no phone', { phones: [] }, phone, 'watch', false],
  ['without the permission', {}, phone, 'shell', false],
  ['with the phone but without the permission', { phones: ['one'] }, phone, 'shell', false],
  ['of another workspace', { workspace_id: 'other' }, phone, 'watch', false],
  [
    'of another workspace that had this phone',
    { workspace_id: 'other', phones: ['one'] },
    phone,
    'watch',
    false,
  ],
])('a principal %s', (_, part, about, permission, allowed) => {
  expect(canUse(principal(part), about, permission)).toBe(allowed);
});

test.each<[string, Partial<Principal>, Parameters<typeof refuseUnlessAllowed>[1]['needs'], boolean]>([
  ['anybody in the workspace', { permissions: new Set() }, 'principal', true],
  ['a person, about their own account', { permissions: new Set() }, 'person', true],
  ['a key, about its maker’s account', { kind: 'key' }, 'person', false],
  ['somebody with all of it', {}, ['watch', 'rent'], true],
  ['somebody with a part of it', {}, ['rent', 'spend'], false],
  ['a key with all of it', { kind: 'key' }, ['watch'], true],
  ['somebody who lacks a second factor', { lacks_second_factor: true }, ['watch'], false],
  [
    'somebody who lacks a second factor, about their own account',
    { lacks_second_factor: true },
    'person',
    true,
  ],
  ['anybody who lacks a second factor', { lacks_second_factor: true }, 'principal', false],
])('a call is open to %s: %#', (_, part, needs, allowed) => {
  const call = () => refuseUnlessAllowed(principal(part), { needs });
  if (allowed) expect(call).not.toThrow();
  else expect(call).toThrow(AppError);
});
