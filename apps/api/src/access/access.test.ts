import { randomUUID } from 'node:crypto';
import type { Role } from '@pocketfleet/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { createTestDevice, createTestHost, proveClean } from '../../test/test-devices.ts';
import { addTestMember, createTestTeam } from '../../test/test-team.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { endAssignment, swapDevice } from '../assignments/assignments.ts';
import { inTransaction, sql } from '../platform/database.ts';
import { hashSecret } from '../platform/secrets.ts';
import { takeTicket } from '../streaming/tickets.sql.ts';

const site = useTestApp();
let owner: { id: string; token: string };
let host: string;
let phones: string[];
let team: string;
let users = 0;

const signedIn = async (name: string) => ({
  id: await createTestUser(site.db, name),
  token: await site.signIn(name, testPassword),
});

beforeAll(async () => {
  owner = await signedIn('ada');
  host = await createTestHost(site.db);
});
beforeEach(async () => {
  await sql`update hosts set link_beat_at = app_now()`.execute(site.db);
  team = await createTestTeam(site.db, owner.id);
  phones = [];
  for (let n = 0; n < 3; n += 1) {
    const device = await createTestDevice(site.db, host, `PF-${randomUUID().slice(0, 8)}`);
    phones.push(device);
    if (n < 2) await assign(device);
  }
});

/** A phone that the team has now. */
async function assign(device: string): Promise<string> {
  const result = await sql<{ id: string }>`
    insert into assignments (device_id, user_id, workspace_id, starts_at, expires_at, state, told, prepared_at)
    values (${device}, ${owner.id}, ${team}, app_now() - interval '1 hour', app_now() + interval '1 day', 'active',
            'ready', app_now()) returning id`.execute(site.db);
  return result.rows[0]?.id ?? '';
}

async function member(role: Role, named?: string[]) {
  users += 1;
  const made = await signedIn(`member${users}`);
  await addTestMember(site.db, team, { user_id: made.id, role, ...(named && { phones: named }) });
  return made;
}

const listed = async (token: string, workspace?: string): Promise<unknown[]> => {
  const answer = await site.call('GET', '/api/phones', { token, ...(workspace && { workspace }) });
  expect(answer.status).toBe(200);
  return (answer.body as unknown as { id: string }[]).map(({ id }) => id).sort();
};
const start = (token: string, device: string | undefined, purpose: string) =>
  site.call('POST', `/api/devices/${device}/stream/start`, { token, workspace: team, payload: { purpose } });

describe('a workspace', () => {
  test('is made for everybody with their account, and without the header it is the one', async () => {
    const rows =
      await sql`select w.id, m.role from workspaces w join workspace_members m on m.workspace_id = w.id
      where w.personal_user_id = ${owner.id}`.execute(site.db);
    expect(rows.rows).toEqual([{ id: owner.id, role: 'owner' }]);
    expect(await listed(owner.token)).toEqual([]);
    expect(await listed(owner.token, team)).toEqual(phones.slice(0, 2).sort());
  });

  test('of others is not found, whether or not there is one', async () => {
    const stranger = await signedIn('mallory');
    for (const workspace of [team, owner.id, randomUUID(), 'x', `${team}x`]) {
      const answer = await site.call('GET', '/api/phones', { token: stranger.token, workspace });
      expect([workspace, answer.status, answer.body['code']]).toEqual([workspace, 404, 'not_found']);
    }
  });

  test('always has an owner', async () => {
    const leave = sql`delete from workspace_members where workspace_id = ${team}`.execute(site.db);
    await expect(leave).rejects.toMatchObject({ constraint: 'workspaces_have_an_owner' });
    const demote = sql`update workspace_members set role = 'user' where workspace_id = ${team}`.execute(
      site.db,
    );
    await expect(demote).rejects.toMatchObject({ constraint: 'workspaces_have_an_owner' });
  });

  test('owns labels: one member’s is the other’s too', async () => {
    const other = await member('user');
    const path = `/api/phones/${phones[0]}`;
    await site.call('PATCH', path, { token: owner.token, workspace: team, payload: { label: 'Till' } });
    await site.call('PATCH', path, { token: other.token, workspace: team, payload: { label: 'Door' } });
    const answer = await site.call('GET', '/api/phones', { token: owner.token, workspace: team });
    const labels = (answer.body as unknown as { id: string; label: string | null }[]).map(
      ({ label }) => label,
    );
    expect(labels.sort()).toEqual(['Door', null]);
  });
});

describe('a member', () => {
  test('with named phones sees, labels and opens those only', async () => {
    const { token } = await member('user', [phones[1] ?? '', phones[2] ?? '']);
    // The third phone is not the team's, so its grant counts for nothing.
    expect(await listed(token, team)).toEqual([phones[1]]);
    expect((await start(token, phones[1], 'control')).status).toBe(200);
    for (const foreign of [phones[0], phones[2]]) {
      expect(await start(token, foreign, 'control')).toMatchObject({
        status: 403,
        body: { code: 'device_not_assigned' },
      });
    }
  });

  test.each([
    ['viewer', ['view', 'screen'], ['control', 'shell', 'files', 'adb']],
    ['user', ['view', 'control', 'shell', 'files', 'adb', 'screen'], []],
  ] as const)('as %s opens what the role allows', async (role, allowed, refused) => {
    const { token } = await member(role);
    for (const purpose of allowed) expect((await start(token, phones[0], purpose)).status).toBe(200);
    for (const purpose of refused) {
      const answer = await start(token, phones[0], purpose);
      expect([purpose, answer.status, answer.body['code']]).toEqual([purpose, 403, 'forbidden']);
    }
  });

  test('a caller who lost the right can’t use an older ticket', async () => {
    const { id, token } = await member('user');
    const { body } = await start(token, phones[0], 'shell');
    await sql`update workspace_members set role = 'viewer' where user_id = ${id} and workspace_id = ${team}`.execute(
      site.db,
    );
    const taken = await takeTicket(site.db, hashSecret(String(body['ticket'])), {
      deviceId: phones[0] ?? '',
      address: '127.0.0.1',
    });
    expect(taken).toMatchObject({ refusal: 'not_allowed', workspace_id: team });
  });
});

describe('a grant', () => {
  test('passes to the phone that takes the place of the granted one', async () => {
    const { token } = await member('user', [phones[1] ?? '']);
    const old = await sql<{ id: string }>`select id from assignments where device_id = ${phones[1]}`.execute(
      site.db,
    );
    await inTransaction(site.db, (tx) =>
      swapDevice(tx, old.rows[0]?.id ?? '', { device_id: phones[2], by: 'by_team', note: '' }),
    );
    expect(await listed(token, team)).toEqual([phones[2]]);
  });

  test('ends with the assignment: rented anew, the phone is not the member’s', async () => {
    const { token } = await member('user', [phones[0] ?? '']);
    const { rows } = await sql<{
      id: string;
    }>`select id from assignments where device_id = ${phones[0]}`.execute(site.db);
    expect(await endAssignment(site.app.deps, rows[0]?.id ?? '')).toBe(true);
    await proveClean(site.db, phones[0]);
    await assign(phones[0] ?? '');
    expect(await listed(token, team)).toEqual([]);
    expect(await listed(owner.token, team)).toHaveLength(2);
  });
});

test('a node of the version before signs people in under the old name', async () => {
  const secret = 'b'.repeat(43);
  await sql`insert into access_tokens (user_id, token_hash, tunnel_token_hash, device_hash, expires_at, user_agent, subnet)
    select id, ${hashSecret(secret)}, ${hashSecret('t')}, ${hashSecret('d')}, app_now() + interval '1 day', '', '10.0.0'
    from users where id = ${owner.id}`.execute(site.db);
  expect((await site.call('GET', '/api/auth/me', { token: secret })).status).toBe(200);
  await sql`update access_tokens set revoked_at = app_now() where token_hash = ${hashSecret(secret)}`.execute(
    site.db,
  );
  expect((await site.call('GET', '/api/auth/me', { token: secret })).status).toBe(401);
});
