// A key can neither give nor take away a role with more permissions than its own, not even if an owner made the key.
import type { AccessPermission } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { sql } from '../platform/database.ts';

const { scene, site, made, member } = useTeamWithKeys();
const keyOf = async (permissions: readonly AccessPermission[], monthly_limit_cents = 0) => {
  const name = `key of ${permissions.length} and ${monthly_limit_cents}`;
  const { key } = await made({ name, permissions, monthly_limit_cents });
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

test('no key hands the team over: a key has a limit of money, and an owner has none', async () => {
  const { id } = await member('admin');
  const less = await keyOf(owner.filter((each) => each !== 'spend'));
  expect((await less('POST', '/transfer', { user_id: id })).status).toBe(403);
  const all = await keyOf(owner, 100_000_000);
  expect((await all('POST', '/transfer', { user_id: id })).body['fields']).toHaveProperty(
    'monthly_limit_cents',
  );
});

const manager = { email: 'mia@example.com', role: 'manager', phones: 'all' };
const ofLimit = {
  code: 'forbidden',
  fields: { monthly_limit_cents: expect.stringContaining('at most $50.00') },
};

test('nobody lets others spend more than themselves: a key not more than its limit', async () => {
  const call = await keyOf(owner, 5_000);
  for (const monthly_limit_cents of [5_001, null])
    expect((await call('POST', '/invitations', { ...manager, monthly_limit_cents })).body).toMatchObject(
      ofLimit,
    );
  const invited = await call('POST', '/invitations', { ...manager, monthly_limit_cents: 5_000 });
  expect(invited).toMatchObject({ status: 200, body: { monthly_limit_cents: 5_000 } });
  const admin = { ...manager, email: 'adam@example.com', role: 'admin' };
  expect((await call('POST', '/invitations', admin)).body).toMatchObject(ofLimit);
  expect((await call('POST', '/invitations', { ...admin, role: 'user' })).status).toBe(200);

  const { id } = await member('user');
  const path = `/members/${id}`;
  expect((await call('PATCH', path, { role: 'admin' })).body).toMatchObject(ofLimit);
  expect((await call('PATCH', path, { role: 'manager', monthly_limit_cents: 5_001 })).body).toMatchObject(
    ofLimit,
  );
  // A new manager has a budget, of nothing unless it is said.
  expect((await call('PATCH', path, { role: 'manager' })).body).toMatchObject({ monthly_limit_cents: 0 });
  expect((await call('PATCH', path, { monthly_limit_cents: null })).body).toMatchObject(ofLimit);
  expect((await call('PATCH', path, { monthly_limit_cents: 5_000 })).status).toBe(200);
});

test('a limit above one’s own can be lowered, but not raised', async () => {
  const { id } = await member('manager');
  const call = await keyOf(owner, 5_000);
  for (const monthly_limit_cents of [9_000, 8_000])
    expect((await call('PATCH', `/members/${id}`, { monthly_limit_cents })).status).toBe(200);
  expect((await call('PATCH', `/members/${id}`, { monthly_limit_cents: 8_001 })).body).toMatchObject(ofLimit);
});

test('an admin with a limit gives no more than it, and an owner gives any', async () => {
  const admin = await member('admin');
  await sql`update workspace_members set monthly_limit_cents = 5000 where user_id = ${admin.id}
    and workspace_id = ${scene.team}`.execute(site.db);
  const invite = (token: string, monthly_limit_cents: number | null) =>
    site.call('POST', `/api/workspaces/${scene.team}/invitations`, {
      token,
      payload: { ...manager, email: 'mika@example.com', monthly_limit_cents },
    });
  expect((await invite(admin.token, null)).body).toMatchObject(ofLimit);
  expect((await invite(admin.token, 5_000)).status).toBe(200);
  expect((await invite(scene.owner.token, null)).status).toBe(200);
});
