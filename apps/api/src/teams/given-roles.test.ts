// A key can neither give nor take away a role with more permissions than its own, not even if an owner made the key.
import type { AccessPermission } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { sql } from '../platform/database.ts';

const { scene, site, made, member } = useTeamWithKeys();
const keyOf = async (permissions: readonly AccessPermission[]) => {
  const { key } = await made({ name: `key of ${permissions.length}`, permissions });
  return (method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
    site.call(method, `/api/workspaces/${scene.team}${path}`, { token: key, ...(payload && { payload }) });
};
const owner: readonly AccessPermission[] = [
  ...['watch', 'control', 'files', 'apps', 'shell', 'adb', 'screen', 'record', 'label'],
  ...['secrets', 'rent', 'spend', 'members', 'keys', 'webhooks', 'billing', 'workspace'],
] as AccessPermission[];
const rolesNow = async () => {
  const found = await sql<{ role: string }>`
    select role from workspace_members where workspace_id = ${scene.team} order by role`.execute(site.db);
  return found.rows.map(({ role }) => role);
};

test('a key with members alone makes nobody a member, changes nobody and removes nobody', async () => {
  const { id } = await member('viewer');
  const call = await keyOf(['members']);
  const email = 'mallory@example.com';
  for (const role of ['owner', 'admin', 'manager', 'user', 'viewer'])
    expect((await call('POST', '/invitations', { email, role, phones: 'all' })).status).toBe(403);
  expect(await call('PATCH', `/members/${id}`, { role: 'owner' })).toMatchObject({
    status: 403,
    body: { code: 'forbidden', detail: expect.stringContaining('“watch”') },
  });
  expect((await call('PATCH', `/members/${id}`, { monthly_limit_cents: null })).status).toBe(403);
  expect((await call('DELETE', `/members/${id}`)).status).toBe(403);
  expect((await call('DELETE', `/members/${scene.owner.id}`)).status).toBe(403);
  expect(await rolesNow()).toEqual(['owner', 'viewer']);
  expect(site.outbox.filter(({ to }) => to === email)).toEqual([]);
});

test('a key gives and takes the roles whose permissions it has', async () => {
  const [viewer, manager] = [await member('viewer'), await member('manager')];
  const call = await keyOf(['members', 'watch', 'screen']);
  const invitation = { email: 'vera@example.com', role: 'viewer', phones: 'all' };
  expect((await call('POST', '/invitations', invitation)).status).toBe(200);
  expect(await call('PATCH', `/members/${viewer.id}`, { role: 'user' })).toMatchObject({
    status: 403,
    body: { fields: { role: expect.stringContaining('“control”') } },
  });
  expect((await call('PATCH', `/members/${manager.id}`, { role: 'viewer' })).status).toBe(403);
  expect((await call('DELETE', `/members/${viewer.id}`)).status).toBe(200);
  expect(await rolesNow()).toEqual(['manager', 'owner']);
});

test('a key hands the team over only with everything that an owner may do', async () => {
  const { id } = await member('admin');
  const less = await keyOf(owner.filter((each) => each !== 'spend'));
  expect((await less('POST', '/transfer', { user_id: id })).status).toBe(403);
  const all = await keyOf(owner);
  expect((await all('POST', '/transfer', { user_id: id })).status).toBe(200);
});
