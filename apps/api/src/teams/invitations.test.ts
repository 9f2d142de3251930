import { accessPermissions, type Role } from '@pocketfleet/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import { makeTestKey } from '../../test/test-keys.ts';
import { addTestMember, createTestTeam } from '../../test/test-team.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';

type Person = { id: string; name: string; email: string; token: string };
const site = useTestApp();
let host: string;
let owner: Person;
let guest: Person;
let team: string;
let people = 0;

async function signUp(): Promise<Person> {
  people += 1;
  const name = `invited${people}`;
  const id = await createTestUser(site.db, name);
  const found = await sql<{ email: string }>`select email from users where id = ${id}`.execute(site.db);
  return { id, name, email: found.rows[0]?.email ?? '', token: await site.signIn(name, testPassword) };
}
const as = (person: Person, method: 'GET' | 'POST' | 'DELETE', to: string, payload?: object) =>
  site.call(method, to, { token: person.token, ...(payload && { payload }) });
const invite = (by: Person, email: string, role: Role = 'user', phones: 'all' | string[] = 'all') =>
  as(by, 'POST', `/api/workspaces/${team}/invitations`, { email, role, phones });
const accept = (by: Person, token: string) => as(by, 'POST', '/api/invitations/accept', { token });
const refusal = async (answer: ReturnType<typeof as>) => {
  const { status, body } = await answer;
  return [status, body['code'], body['detail']];
};

/** The secret of the latest mail to this address. */
async function mailedToken(email: string): Promise<string> {
  await site.runJobs();
  const mail = site.outbox.findLast(({ to }) => to === email);
  return /invitation#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
async function invitedToken(role: Role = 'user', phones: 'all' | string[] = 'all'): Promise<string> {
  expect((await invite(owner, guest.email, role, phones)).status).toBe(200);
  return mailedToken(guest.email);
}

beforeAll(async () => {
  host = await createTestHost(site.db);
});
beforeEach(async () => {
  [owner, guest] = [await signUp(), await signUp()];
  team = await createTestTeam(site.db, owner.id, 'Brightside');
});

test('an invitation is mailed, and makes its receiver a member with the role and the phones', async () => {
  const device = await createTestDevice(site.db, host, `PF-${guest.name}`);
  await sql`insert into assignments (device_id, user_id, workspace_id, starts_at, expires_at, state, told, prepared_at)
    values (${device}, ${owner.id}, ${team}, app_now() - interval '1 hour', app_now() + interval '1 day', 'active',
            'ready', app_now())`.execute(site.db);
  const token = await invitedToken('user', [device]);
  const listed = await as(owner, 'GET', `/api/workspaces/${team}/invitations`);
  expect(listed.body['invitations']).toMatchObject([
    { email: guest.email, role: 'user', phones: [device], is_expired: false },
  ]);
  expect(await accept(guest, token)).toMatchObject({
    status: 200,
    body: { id: team, role: 'user', phone_count: 1 },
  });
  expect((await as(owner, 'GET', `/api/workspaces/${team}/invitations`)).body).toEqual({ invitations: [] });
  const phones = await site.call('GET', '/api/phones', { token: guest.token, workspace: team });
  expect(phones.body).toMatchObject([{ id: device }]);
});

test('used twice it is refused', async () => {
  const token = await invitedToken();
  await accept(guest, token);
  await as(guest, 'POST', `/api/workspaces/${team}/leave`);
  expect(await refusal(accept(guest, token))).toEqual([
    409,
    'already_done',
    'This invitation has already been used. Ask for a new one.',
  ]);
});

test('for another address it is refused, in every state with the same words', async () => {
  const stranger = await signUp();
  const token = await invitedToken();
  const other = [
    403,
    'forbidden',
    'This invitation is for another email address. Sign in with the account of the address that it was sent to.',
  ];
  expect(await refusal(accept(stranger, token))).toEqual(other);
  await accept(guest, token);
  expect(await refusal(accept(stranger, token))).toEqual(other);
});

test('expired it is refused after 72 hours, and not before', async () => {
  const token = await invitedToken();
  const age = (hours: number) =>
    sql`update invitations set created_at = created_at - make_interval(hours => ${hours}),
      expires_at = expires_at - make_interval(hours => ${hours}) where workspace_id = ${team}`.execute(
      site.db,
    );
  await age(71);
  expect((await accept(guest, token)).status).toBe(200);
  const other = await signUp();
  await invite(owner, other.email);
  const late = await mailedToken(other.email);
  await age(72);
  expect(await refusal(accept(other, late))).toEqual([
    400,
    'link_expired',
    'This invitation has expired: it was valid for 72 hours. Ask for a new one.',
  ]);
});

test('withdrawn, sent again, or of a deleted team, the link no longer counts; unknown it says so', async () => {
  const withdrawn = [
    400,
    'link_expired',
    'This invitation was withdrawn. Ask for a new one, or use the latest email that you got.',
  ];
  const first = await invitedToken();
  const second = await invitedToken();
  expect(await refusal(accept(guest, first))).toEqual(withdrawn);
  const { body } = await as(owner, 'GET', `/api/workspaces/${team}/invitations`);
  const [open] = body['invitations'] as { id: string }[];
  expect(body['invitations']).toHaveLength(1);
  const link = `/api/workspaces/${team}/invitations/${open?.id}`;
  expect((await as(owner, 'DELETE', link)).status).toBe(200);
  expect((await as(owner, 'DELETE', link)).status).toBe(404);
  expect(await refusal(accept(guest, second))).toEqual(withdrawn);
  const third = await invitedToken();
  await as(owner, 'DELETE', `/api/workspaces/${team}`);
  expect(await refusal(accept(guest, third))).toEqual(withdrawn);
  expect(await refusal(accept(guest, 'x'.repeat(43)))).toEqual([
    400,
    'link_expired',
    'This invitation link isn’t valid. Ask for a new invitation.',
  ]);
});

test('an invitation brings its limit; without one a manager may spend nothing', async () => {
  const join = async (body: object) => {
    const person = await signUp();
    const sent = { email: person.email, phones: 'all', ...body };
    expect((await as(owner, 'POST', `/api/workspaces/${team}/invitations`, sent)).status).toBe(200);
    expect((await accept(person, await mailedToken(person.email))).status).toBe(200);
    const { body: listed } = await as(owner, 'GET', `/api/workspaces/${team}/members`);
    const members = listed['members'] as { user_id: string; monthly_limit_cents: number | null }[];
    return members.find(({ user_id }) => user_id === person.id)?.monthly_limit_cents;
  };
  expect(await join({ role: 'manager' })).toBe(0);
  expect(await join({ role: 'manager', monthly_limit_cents: 7_000 })).toBe(7_000);
  expect(await join({ role: 'manager', monthly_limit_cents: null })).toBe(null);
  expect(await join({ role: 'admin' })).toBe(null);
});

describe('the invitations of a member', () => {
  const other = async () => {
    const admin = await signUp();
    await addTestMember(site.db, team, { user_id: admin.id, role: 'admin' });
    return admin;
  };
  const emails = async () => {
    const { body } = await as(owner, 'GET', `/api/workspaces/${team}/invitations`);
    return (body['invitations'] as { email: string }[]).map(({ email }) => email).sort();
  };
  const activity = async (kind: string) => {
    const found = await sql<{ details: object }>`
      select details from activity where workspace_id = ${team} and kind = ${kind} order by id`.execute(
      site.db,
    );
    return found.rows.map(({ details }) => details);
  };

  test('are withdrawn when the member is removed, leaves or may invite nobody any more; others stay', async () => {
    await invite(owner, 'kept@example.com');
    for (const end of [
      (who: Person) => as(owner, 'DELETE', `/api/workspaces/${team}/members/${who.id}`),
      (who: Person) => as(who, 'POST', `/api/workspaces/${team}/leave`),
      (who: Person) =>
        site.call('PATCH', `/api/workspaces/${team}/members/${who.id}`, {
          token: owner.token,
          payload: { role: 'manager' },
        }),
    ]) {
      const admin = await other();
      expect((await invite(admin, guest.email, 'admin')).status).toBe(200);
      const token = await mailedToken(guest.email);
      expect((await end(admin)).status).toBe(200);
      expect(await emails()).toEqual(['kept@example.com']);
      expect((await refusal(accept(guest, token)))[1]).toBe('link_expired');
    }
    expect(await activity('invitation.withdrawn')).toEqual(Array(3).fill({ email: guest.email }));
  });

  test('are withdrawn when an owner narrows what the member may use or spend', async () => {
    for (const payload of [{ phones: [] }, { monthly_limit_cents: 0 }]) {
      const admin = await other();
      await invite(admin, 'narrowed@example.com');
      const path = `/api/workspaces/${team}/members/${admin.id}`;
      expect((await site.call('PATCH', path, { token: owner.token, payload })).status).toBe(200);
      expect(await emails()).toEqual([]);
    }
  });

  test('that a key made end with the key', async () => {
    const key = await makeTestKey(
      site,
      owner.token,
      { permissions: [...accessPermissions.slice(0, 9), 'members'] },
      team,
    );
    const path = `/api/workspaces/${team}/invitations`;
    const payload = { email: guest.email, role: 'user', phones: 'all' };
    expect((await site.call('POST', path, { token: key.key, payload })).status).toBe(200);
    const token = await mailedToken(guest.email);
    await site.call('DELETE', `/api/keys/${key.id}`, { token: owner.token, workspace: team });
    expect(await emails()).toEqual([]);
    expect((await refusal(accept(guest, token)))[1]).toBe('link_expired');
  });

  test('of a role above their new one are withdrawn when an owner becomes an admin', async () => {
    const second = await signUp();
    await addTestMember(site.db, team, { user_id: second.id, role: 'owner' });
    await invite(second, 'owner@example.com', 'owner');
    await invite(second, 'admin@example.com', 'admin');
    await site.call('PATCH', `/api/workspaces/${team}/members/${second.id}`, {
      token: owner.token,
      payload: { role: 'admin' },
    });
    expect(await emails()).toEqual(['admin@example.com']);
  });

  test('make nobody a member once the member may not invite, even if they were not withdrawn', async () => {
    const admin = await other();
    await invite(admin, guest.email, 'admin');
    const token = await mailedToken(guest.email);
    await sql`update workspace_members set role = 'user' where user_id = ${admin.id}
      and workspace_id = ${team}`.execute(site.db);
    expect(await refusal(accept(guest, token))).toEqual([
      400,
      'link_expired',
      'The person who invited you may not do that any more. Ask somebody else in the team to invite you.',
    ]);
    expect(await activity('member.joined')).toEqual([]);
  });

  test('are recorded in the activity when they are refused, with the reason, at most five times in a minute', async () => {
    const stranger = await signUp();
    const token = await invitedToken();
    await accept(stranger, token);
    await accept(guest, token);
    for (let n = 0; n < 7; n += 1) await accept(guest, token);
    expect(await activity('invitation.refused')).toEqual([
      { email: guest.email, why: 'other_address' },
      ...Array(4).fill({ email: guest.email, why: 'accepted' }),
    ]);
  });
});

test('invitations are refused above one’s own role, without the permission, and for members', async () => {
  const admin = await signUp();
  await addTestMember(site.db, team, { user_id: admin.id, role: 'admin' });
  await addTestMember(site.db, team, { user_id: guest.id, role: 'manager' });
  expect(await refusal(invite(admin, 'new@example.com', 'owner'))).toEqual([
    403,
    'forbidden',
    'You can’t give a role above your own. Your role is admin.',
  ]);
  expect(await refusal(invite(guest, 'new@example.com', 'viewer'))).toEqual([
    403,
    'forbidden',
    'Your role in this team does not have the permission “members”. An owner or admin of the team can give you a role that has it.',
  ]);
  expect(await refusal(invite(owner, guest.email.toUpperCase()))).toEqual([
    409,
    'already_done',
    'Somebody with this address is already in the team.',
  ]);
  expect((await invite(owner, 'no address')).body['fields']).toHaveProperty('email');
  expect((await invite(owner, 'new@example.com', 'boss' as Role)).body['fields']).toEqual({
    role: 'Choose one of these roles: owner, admin, manager, user, viewer.',
  });
});

test('there are at most 50 open ones, and 5 a day to one address', async () => {
  await sql`insert into invitations (workspace_id, email, role, has_all_phones, token_hash, expires_at)
    select ${team}, n || '@example.com', 'user', true, decode(md5(${team} || n), 'hex'), app_now() + interval '1 hour'
    from generate_series(1, 50) as n`.execute(site.db);
  expect((await refusal(invite(owner, 'one@more.example')))[1]).toBe('limit_reached');
  await sql`delete from invitations where workspace_id = ${team}`.execute(site.db);
  const answers = [];
  for (let n = 0; n < 6; n += 1) answers.push((await invite(owner, 'often@example.com')).status);
  expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
});
