import { expect, test } from 'vitest';
import { phoneActions } from './phone-actions.ts';
import { samplePhone, sampleTenant } from './sample-phone.ts';

const claims = [
  { host_id: '00000000-0000-4000-8000-0000000000dd', host_name: 'host-02', since: '2026-11-20T09:00:00Z' },
];

test.each([
  ['a free phone', {}, ['Assign', 'Clean now', 'Reboot', 'Quarantine', 'Tag and label']],
  [
    'a rented phone',
    { tenant: sampleTenant },
    ['Swap for another phone', 'Revoke', 'Reboot', 'Quarantine', 'Tag and label'],
  ],
  ['a phone that is cleaned', { state: 'cleaning' }, ['Clean now', 'Reboot', 'Quarantine', 'Tag and label']],
  ['a phone set aside', { state: 'quarantined' }, ['Reboot', 'Release', 'Tag and label']],
  [
    'a phone set aside with its tenant',
    { state: 'quarantined', tenant: sampleTenant, connection_state: 'offline' },
    ['Swap for another phone', 'Revoke', 'Release', 'Tag and label'],
  ],
  [
    'a phone that another host reports',
    { connection_state: 'offline', claims },
    ['Allow the move to host-02', 'Assign', 'Clean now', 'Quarantine', 'Tag and label'],
  ],
  ['a retired phone', { state: 'retired', connection_state: 'offline' }, ['Tag and label']],
] as const)('%s offers what the server would do', (_, changes, labels) => {
  expect(phoneActions(samplePhone(changes), 0).map(({ label }) => label)).toEqual(labels);
});
