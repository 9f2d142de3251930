import { randomUUID } from 'node:crypto';
import { type Member, type Role, workspaceLimits } from '@pocketfleet/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import { addTestMember, createTestTeam } from '../../test/test-team.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';
import { hashSecret } from '../platform/secrets.ts';

type Person = { id: string; name: string; token: string };
const site = useTestApp();
let owner: Person;
let host: string;
let team: string;
let people = 0;

async function signUp(): Promise<Person> {
  people += 1;
  const name = `person${people}`;
  return { name, id: await createTestUser(site.db, name), token: await site.signIn(name, testPassword) };
}
async function member(role: Role, phones?: string[]): Promise<Person> {
  const person = await signUp();
  await addTestMember(site.db, team, { user_id: person.id, role, ...(phones && { phones }) });
  return person;
}
async function rentPhone(state: 'active' | 'ended' = 'active'): Promise<string> {
  const device = await createTestDevice(site.db, host, `PF-${randomUUID().slice(0, 8)}`);
  const ended = state === 'ended';
  await sql`insert into assignments (device_id, user_id, workspace_id, starts_at, expires_at, state, told, prepared_at,
      ended_at, end_reason)
    values (${device}, ${owner.id}, ${team}, app_now() - interval '1 hour', app_now() + interval '1 day', ${state},
      'ready', app_now(), case when ${ended}::boolean then app_now() end, ${ended ? 'due' : null})`.execute(
    site.db,
  );
  return device;
}
const path = (rest = '') => `/api/workspaces/${team}${rest}`;
const as = (person: Person, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', to: string, payload?: object) =>
  site.call(method, to, { token: person.token, ...(payload && { payload }) });
const refusal = async (answer: ReturnType<typeof as>) => {
  const { status, body } = await answer;
  return [status, body['code'], body['detail']];
};

beforeAll(async () => {
  host = await createTestHost(site.db);
});
beforeEach(async () => {
  owner = await signUp();
  team = await createTestTeam(site.db, owner.id, 'Brightside');
});

describe('a team', () => {
  test('is made by anybody, who owns it, and is listed with the personal one', async () => {
    const made = await as(owner, 'POST', '/api/workspaces', { name: '  Agency ' });
    expect(made).toMatchObject({ status: 200, body: { name: 'Agency', role: 'owner', is_personal: false } });
    const { body } = await as(owner, 'GET', '/api/auth/me');
    const listed = body['workspaces'] as { name: string; is_personal: boolean }[];
    expect(listed.map(({ name }) => name)).toEqual(['Personal', 'Agency', 'Brightside']);
    expect((await as(owner, 'GET', '/api/workspaces')).body).toEqual({ workspaces: listed });
  });

  test('has at most as many as a person may be in', async () => {
    for (let n = 1; n < workspaceLimits.teamsPerPerson; n += 1) await createTestTeam(site.db, owner.id);
    expect(await refusal(as(owner, 'POST', '/api/workspaces', { name: 'More' }))).toEqual([
      409,
      'limit_reached',
      'You’re in 20 teams, which is the most. Leave one of them first.',
    ]);
  });

  test.each([
    ['', 'Enter a name for the team.'],
    ['x'.repeat(61), 'A team’s name has at most 60 characters.'],
    ['a\nb', 'A team’s name is a single line of text.'],
  ])('is not named %j', async (name, detail) => {
    expect(await refusal(as(owner, 'PATCH', path(), { name }))).toEqual([400, 'invalid_input', detail]);
  });

  test('is renamed and deleted by its owner only', async () => {
    const admin = await member('admin');
    const detail =
      'Your role in this team does not have the permission “workspace”. An owner of the team can give you a role that has it.';
    expect(await refusal(as(admin, 'PATCH', path(), { name: 'Mine' }))).toEqual([403, 'forbidden', detail]);
    expect(await refusal(as(admin, 'DELETE', path()))).toEqual([403, 'forbidden', detail]);
    expect(await as(owner, 'PATCH', path(), { name: 'Ours' })).toMatchObject({ body: { name: 'Ours' } });
    expect((await as(owner, 'DELETE', path())).status).toBe(200);
    for (const person of [owner, admin]) expect((await as(person, 'GET', path())).status).toBe(404);
    const order =
      sql`insert into orders (user_id, workspace_id, state, phone_count, start_date, end_date, period,
      number_of_periods, amount) values (${owner.id}, ${team}, 'requested', 1, app_now(), app_now() + interval '1 day',
      'day', 1, 500)`.execute(site.db);
    await expect(order).rejects.toMatchObject({ constraint: 'orders_in_an_open_workspace' });
  });

  test('is not deleted while phones are rented or orders are open', async () => {
    await rentPhone();
    await sql`insert into orders (user_id, workspace_id, state, phone_count, start_date, end_date, period,
      number_of_periods, amount) values (${owner.id}, ${team}, 'requested', 1, app_now(), app_now() + interval '1 day',
      'day', 1, 500)`.execute(site.db);
    expect(await refusal(as(owner, 'DELETE', path()))).toEqual([
      409,
      'workspace_in_use',
      'This team can’t be deleted yet: 1 phone is rented now, 1 order is open.',
    ]);
  });

  test('of others is not found by any call, whether or not there is one', async () => {
    const stranger = await signUp();
    for (const id of [team, owner.id, randomUUID(), 'x']) {
      const calls = [
        as(stranger, 'GET', `/api/workspaces/${id}`),
        as(stranger, 'DELETE', `/api/workspaces/${id}`),
        as(stranger, 'GET', `/api/workspaces/${id}/members`),
        as(stranger, 'POST', `/api/workspaces/${id}/leave`),
        as(stranger, 'DELETE', `/api/workspaces/${id}/members/${owner.id}`),
      ];
      for (const call of calls) expect(await refusal(call)).toEqual([404, 'not_found', 'Not found.']);
    }
  });

  test('changes its owner: the one before becomes an admin, and the new one is told', async () => {
    const next = await member('user', [await rentPhone()]);
    expect(await as(owner, 'POST', path('/transfer'), { user_id: next.id })).toMatchObject({
      status: 200,
      body: { role: 'admin' },
    });
    expect((await as(next, 'GET', path())).body).toMatchObject({ role: 'owner', phone_count: 1 });
    await site.runJobs();
    const { email } = (await as(next, 'GET', '/api/auth/me')).body;
    const mails = site.outbox.filter(({ to }) => to === email).map(({ subject }) => subject);
    expect(mails).toEqual(['You’re now the owner of Brightside']);
    expect((await as(owner, 'POST', path('/transfer'), { user_id: owner.id })).status).toBe(403);
  });

  test('that is personal can’t be shared, handed over, left or deleted', async () => {
    const own = `/api/workspaces/${owner.id}`;
    const calls = [
      as(owner, 'POST', `${own}/invitations`, { email: 'a@example.com', role: 'user', phones: 'all' }),
      as(owner, 'POST', `${own}/transfer`, { user_id: owner.id }),
      as(owner, 'POST', `${own}/leave`),
      as(owner, 'DELETE', own),
      as(owner, 'PATCH', own, { name: 'Mine' }),
    ];
    for (const call of calls) expect((await refusal(call)).slice(0, 2)).toEqual([409, 'conflict']);
  });
});

describe('members', () => {
  const change = (by: Person, whom: Person, body: object) =>
    as(by, 'PATCH', path(`/members/${whom.id}`), body);

  test('are listed to who manages them, with phones and last activity in this team', async () => {
    const phone = await rentPhone();
    const user = await member('user', [phone]);
    await as(user, 'GET', path());
    const { body } = await as(owner, 'GET', path('/members'));
    const members = body['members'] as Member[];
    expect(members.map(({ user_id, role, phones }) => [user_id, role, phones])).toEqual([
      [owner.id, 'owner', 'all'],
      [user.id, 'user', [phone]],
    ]);
    expect(members.map((each) => each.last_active_at === null)).toEqual([false, false]);
  });

  test('learn only names and roles of each other', async () => {
    for (const role of ['viewer', 'user', 'manager'] as const) {
      const { body } = await as(await member(role), 'GET', path('/members'));
      const members = body['members'] as Member[];
      expect(members.map((each) => Object.keys(each).sort())).toEqual(
        members.map(() => ['first_name', 'last_name', 'role', 'user_id', 'username']),
      );
    }
  });

  test('get another role, other phones and a limit, which count at once', async () => {
    const [first, second] = [await rentPhone(), await rentPhone()];
    const user = await member('user', [first]);
    expect(
      (await change(owner, user, { role: 'manager', phones: [second], monthly_limit_cents: 5_000 })).body,
    ).toMatchObject({ role: 'manager', phones: [second], monthly_limit_cents: 5_000 });
    expect((await change(owner, user, { phones: 'all', monthly_limit_cents: null })).body).toMatchObject({
      role: 'manager',
      phones: 'all',
      monthly_limit_cents: null,
    });
    const seen = await site.call('GET', '/api/phones', { token: user.token, workspace: team });
    expect((seen.body as unknown as unknown[]).length).toBe(2);
  });

  test('don’t get a role above the giver’s, nor change who is above them', async () => {
    const [admin, user] = [await member('admin'), await member('user')];
    expect(await refusal(change(admin, user, { role: 'owner' }))).toEqual([
      403,
      'forbidden',
      'You can’t give a role above your own. Your role is admin.',
    ]);
    expect(await refusal(change(admin, owner, { role: 'user' }))).toEqual([
      403,
      'forbidden',
      'Only an owner can change another owner.',
    ]);
    expect((await as(admin, 'DELETE', path(`/members/${owner.id}`))).status).toBe(403);
    expect(await refusal(change(user, user, { role: 'admin' }))).toEqual([
      403,
      'forbidden',
      'Your role in this team does not have the permission “members”. An owner or admin of the team can give you a role that has it.',
    ]);
    expect((await refusal(change(admin, admin, { monthly_limit_cents: null })))[0]).toBe(403);
  });

  test('the last owner can’t leave, be removed or demoted; the last but one can', async () => {
    const last = [409, 'last_owner', 'A team always has an owner. Make another member the owner first.'];
    expect(await refusal(as(owner, 'POST', path('/leave')))).toEqual(last);
    expect(await refusal(as(owner, 'DELETE', path(`/members/${owner.id}`)))).toEqual(last);
    expect(await refusal(change(owner, owner, { role: 'admin' }))).toEqual(last);
    await member('owner');
    expect((await as(owner, 'POST', path('/leave'))).status).toBe(200);
  });

  test('don’t get phones that the team or the giver doesn’t have', async () => {
    const [phone, other, ended] = [await rentPhone(), await rentPhone(), await rentPhone('ended')];
    const [admin, user] = [await member('admin', [phone]), await member('user', [])];
    const detail = 'One of these phones isn’t rented by this team now. Choose the phones again.';
    for (const wrong of [ended, randomUUID()]) {
      expect(await refusal(change(owner, user, { phones: [phone, wrong] }))).toEqual([
        400,
        'invalid_input',
        detail,
      ]);
    }
    for (const phones of ['all', [other]]) {
      expect(await refusal(change(admin, user, { phones }))).toEqual([
        403,
        'forbidden',
        'You can give only phones that you have yourself.',
      ]);
    }
    expect((await change(admin, user, { phones: [phone] })).body['phones']).toEqual([phone]);
  });

  test('keep a phone that their changer lacks, which nobody else gets by it', async () => {
    const [phone, other, third] = [await rentPhone(), await rentPhone(), await rentPhone()];
    const [admin, user] = [await member('admin', [phone]), await member('user', [other])];
    const { body } = await change(admin, user, { phones: [phone, other] });
    expect((body['phones'] as string[]).toSorted()).toEqual([phone, other].toSorted());
    expect((await change(admin, user, { phones: [other, third] })).status).toBe(403);
    expect((await change(admin, user, { phones: [phone] })).body['phones']).toEqual([phone]);
    expect((await change(admin, user, { phones: [phone, other] })).status).toBe(403);
  });

  test('removed members lose the team and their keys for it, and a new membership brings none back', async () => {
    const user = await member('user');
    const key = 'k'.repeat(43);
    await sql`insert into credentials (kind, user_id, workspace_id, token_hash, expires_at, user_agent, subnet, name,
        permissions, shown_prefix, shown_suffix, family_id, monthly_limit_cents)
      values ('key', ${user.id}, ${team}, ${hashSecret(key)}, app_now() + interval '1 day', '', '', 'Tests',
        '{watch}', 'pf_live_', 'abcd', gen_random_uuid(), 0)`.execute(site.db);
    const byKey = () => site.call('GET', '/api/phones', { token: key });
    expect((await byKey()).status).toBe(200);
    expect((await as(owner, 'DELETE', path(`/members/${user.id}`))).status).toBe(200);
    expect((await as(user, 'GET', path())).status).toBe(404);
    expect((await as(user, 'GET', '/api/auth/me')).status).toBe(200);
    await addTestMember(site.db, team, { user_id: user.id, role: 'user' });
    expect((await byKey()).status).toBe(401);
  });
});
