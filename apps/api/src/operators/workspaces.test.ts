import type { ActivityRow, WorkspaceAccess } from '@pocketfleet/contract';
import { beforeAll, expect, test } from 'vitest';
import { makeTestKey } from '../../test/test-keys.ts';
import { auditOf, type OperatorClient, signInOperator } from '../../test/test-operators.ts';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { sql } from '../platform/database.ts';

const { scene, site, member } = useTeamWithKeys();
let support: OperatorClient;
beforeAll(async () => {
  support = await signInOperator(site, 'sue', 'support');
});

const activity = async (): Promise<ActivityRow[]> => {
  const { body } = await site.call('GET', '/api/activity', {
    token: scene.owner.token,
    workspace: scene.team,
  });
  return body['rows'] as ActivityRow[];
};

test('our team sees who gets into a workspace, and no secret', async () => {
  const user = await member('user', [scene.phone]);
  const { key } = await makeTestKey(
    site,
    scene.owner.token,
    { name: 'nightly', networks: ['203.0.113.0/24'] },
    scene.team,
  );
  const made = await site.call('POST', '/api/share-links', {
    token: scene.owner.token,
    workspace: scene.team,
    payload: { permission: 'watch', phones: [scene.phone], name: 'Review', password: 'violet-kettle' },
  });
  const { status, body } = await support.call('GET', `/workspaces/${scene.team}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const access = body as unknown as WorkspaceAccess;
  expect(access).toMatchObject({
    is_personal: false,
    member_count: 2,
    phone_count: 1,
    key_count: 1,
    link_count: 1,
  });
  expect(access.members.map(({ user_id, role, phones }) => [user_id, role, phones === 'all'])).toEqual([
    [scene.owner.id, 'owner', true],
    [user.id, 'user', false],
  ]);
  expect(access.keys).toMatchObject([
    { name: 'nightly', networks: ['203.0.113.0/24'], permissions: ['watch'] },
  ]);
  expect(access.links).toMatchObject([{ name: 'Review', has_password: true, guests: [] }]);
  const secrets = await sql<{ hash: string }>`
    select encode(token_hash, 'hex') as hash from credentials where workspace_id = ${scene.team}
    union all select password_hash from share_links where password_hash is not null`.execute(site.db);
  const text = JSON.stringify(body);
  for (const secret of [
    key,
    String(made.body['url']).split('/s/')[1] ?? '',
    ...secrets.rows.map(({ hash }) => hash),
  ])
    expect(text).not.toContain(secret);
});

test('our team finds workspaces by their name and by their members', async () => {
  const found = async (query: string) =>
    ((await support.call('GET', `/workspaces?${query}`)).body['rows'] as { id: string }[]).map(
      ({ id }) => id,
    );
  const { rows } = await sql<{ username: string }>`
    select username from users where id = ${scene.owner.id}`.execute(site.db);
  const byOwner = await found(`q=${rows[0]?.username}@example.com`);
  expect(byOwner.sort()).toEqual([scene.owner.id, scene.team].sort());
  expect(await found(`q=${rows[0]?.username}@example.com&kind=team`)).toEqual([scene.team]);
});

test('that our team read an activity is in the audit log, and shown to the workspace once', async () => {
  await makeTestKey(site, scene.owner.token, {}, scene.team);
  const read = () => support.call('GET', `/workspaces/${scene.team}/activity`);
  const { status, body } = await read();
  expect(status, JSON.stringify(body)).toBe(200);
  expect((body['rows'] as ActivityRow[]).map(({ kind }) => kind)).toEqual(['key.made']);
  await read();
  const audited = await auditOf(site.db, 'read_activity');
  expect(audited).toMatchObject([
    { operator: 'sue', subject: 'workspace', subject_id: scene.team, outcome: 'done' },
    { operator: 'sue', subject: 'workspace', subject_id: scene.team, outcome: 'done' },
  ]);
  const rows = (await activity()).filter(({ kind }) => kind === 'activity.read');
  expect(rows).toMatchObject([{ who: { kind: 'operator', id: null, name: '' }, address: null }]);
});

test('our team’s work on a rented phone is recorded in the activity of its workspace', async () => {
  const path = `/phones/${scene.phone}/quarantine`;
  expect((await support.call('POST', path, { reason: 'the battery swells' })).status).toBe(200);
  const [row] = await activity();
  expect(row).toMatchObject({
    kind: 'phone.quarantined',
    who: { kind: 'operator', id: null, name: '' },
    phone: { id: scene.phone },
    address: null,
  });
  expect(JSON.stringify(row)).not.toContain('sue');
});
