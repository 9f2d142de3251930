import type { Role } from '@pocketfleet/contract';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
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

test('who may invite whom', async () => {
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
    'Your role in this team does not have the permission “members”.',
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
