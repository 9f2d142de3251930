import { describe, expect, test } from 'vitest';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { endAssignment } from '../assignments/assignments.ts';
import { sql } from '../platform/database.ts';
import { hashSecret } from '../platform/secrets.ts';
import { takeTicket } from '../streaming/tickets.sql.ts';

const { scene, site, member, rentedPhone, made, revoke, inDays } = useTeamWithKeys();

const owner = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  site.call(method, path, { token: scene.owner.token, workspace: scene.team, ...(payload && { payload }) });

const make = (input: object = {}, token = scene.owner.token) =>
  site.call('POST', '/api/share-links', {
    token,
    ...(token.startsWith('pf_') ? {} : { workspace: scene.team }),
    payload: { permission: 'watch', phones: [scene.phone], ...input },
  });

async function link(input: object = {}, token?: string) {
  const { status, body } = await make(input, token);
  expect(status, JSON.stringify(body)).toBe(200);
  return { id: String(body['id']), token: String(body['url']).split('/s/')[1] ?? '', body };
}

const join = (token: string, input: object = {}, address = '203.0.113.9') =>
  site.call('POST', '/api/share-links/join', { payload: { token, name: 'Dana', ...input }, address });

async function joined(token: string, input: object = {}): Promise<string> {
  const { status, body } = await join(token, input);
  expect(status, JSON.stringify(body)).toBe(200);
  return String(body['access_token']);
}

const guestOf = async (id: string) => {
  const { links } = (await owner('GET', '/api/share-links')).body as {
    links: { id: string; guests: { id: string; name: string; permission: string }[] }[];
  };
  return links.find((each) => each.id === id)?.guests ?? [];
};

const ticket = (token: string, purpose: string, phone = scene.phone) =>
  site.call('POST', `/api/devices/${phone}/stream/start`, { token, payload: { purpose } });
const place = (token: string) => site.call('GET', '/api/guest', { token });
const admitted = async (text: unknown, phone = scene.phone) =>
  (await takeTicket(site.db, hashSecret(String(text)), { deviceId: phone, address: '127.0.0.1' }))?.refusal;

describe('a share link', () => {
  test('is answered once, stored as a hash, and ends in a day', async () => {
    const { token, body } = await link({ name: 'Client review' });
    expect(String(body['url'])).toContain('/s/');
    expect(body).toMatchObject({ name: 'Client review', has_password: false, max_guests: 10, guests: [] });
    expect(Date.parse(String(body['ends_at'])) - site.app.deps.clock.nowMs()).toBeCloseTo(86_400_000, -4);
    const stored = await sql<{ row: string }>`select to_jsonb(c)::text as row from credentials c`.execute(
      site.db,
    );
    const listed = await owner('GET', '/api/share-links');
    expect(JSON.stringify([stored.rows, listed.body])).not.toContain(token);
  });

  test('counts nobody when it is opened, and a guest when one joins', async () => {
    const { id, token } = await link({ max_guests: 1 });
    const open = () => site.call('POST', '/api/share-links/open', { payload: { token } });
    expect((await open()).body).toMatchObject({ permission: 'watch', has_password: false, is_full: false });
    expect(await guestOf(id)).toEqual([]);
    const guest = await joined(token);
    expect(await guestOf(id)).toMatchObject([{ name: 'Dana', permission: 'watch' }]);
    expect((await open()).body).toMatchObject({ is_full: true });
    expect(await join(token)).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
    expect((await site.call('DELETE', '/api/guest', { token: guest })).status).toBe(200);
    expect((await place(guest)).status).toBe(401);
    await joined(token);
  });

  test('lets in no more guests than it allows, also when they come at once', async () => {
    const { token } = await link({ max_guests: 2 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => join(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  });

  test('has the place of a guest free who has not been seen for ten minutes', async () => {
    const { token } = await link({ max_guests: 1 });
    const guest = await joined(token);
    await site.advance('9 minutes');
    expect((await place(guest)).status).toBe(200);
    await site.advance('9 minutes');
    expect((await place(guest)).status).toBe(200);
    await site.advance('11 minutes');
    expect((await place(guest)).status).toBe(401);
    await joined(token);
  });

  test('gives wrong passwords ten tries, and right ones as many as they like', async () => {
    const { token } = await link({ password: 'sesame-7' });
    for (let n = 0; n < 3; n += 1) await joined(token, { password: 'sesame-7' });
    expect(await join(token)).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    for (let n = 0; n < 10; n += 1) {
      expect(await join(token, { password: `wrong-${n}` })).toMatchObject({
        body: { code: 'wrong_password' },
      });
    }
    expect((await join(token, { password: 'sesame-7' })).status).toBe(429);
    expect((await join(token, { password: 'sesame-7' }, '198.51.100.7')).status).toBe(200);
  });

  test.each<[string, () => object, number, string]>([
    ['without a phone', () => ({ phones: [] }), 400, 'invalid_input'],
    ['for a foreign phone', () => ({ phones: [crypto.randomUUID()] }), 403, 'device_not_assigned'],
    ['for files', () => ({ permission: 'files' }), 400, 'invalid_input'],
    ['with an end that is past', () => ({ ends_at: inDays(-1) }), 400, 'invalid_input'],
    ['for more than 90 days', () => ({ ends_at: inDays(91) }), 400, 'invalid_input'],
    ['with a short password', () => ({ password: '123' }), 400, 'invalid_input'],
    ['for no guests', () => ({ max_guests: 0 }), 400, 'invalid_input'],
  ])('is refused %s', async (_what, input, status, code) => {
    expect(await make(input())).toMatchObject({ status, body: { code } });
  });

  test('ends with the rental at the latest', async () => {
    await sql`update assignments set expires_at = app_now() + interval '2 hours' where device_id = ${scene.phone}`.execute(
      site.db,
    );
    expect(await make({ ends_at: inDays(1) })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
    const { body } = await link();
    expect(Date.parse(String(body['ends_at'])) - site.app.deps.clock.nowMs()).toBeLessThanOrEqual(7_200_000);
  });

  test('is refused to those who may not control, and unknown links tell nothing', async () => {
    const viewer = await member('viewer');
    expect(await make({}, viewer.token)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const unknown = await join('A'.repeat(43));
    const { id, token } = await link();
    await owner('DELETE', `/api/share-links/${id}`);
    expect(await join(token)).toEqual({ ...unknown, headers: expect.anything() });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('is managed by its maker, and by those who manage the members', async () => {
    const [one, other] = [await member('user'), await member('user')];
    const { id } = await link({}, one.token);
    const end = (token: string) =>
      site.call('DELETE', `/api/share-links/${id}`, { token, workspace: scene.team });
    const list = (token: string) => site.call('GET', '/api/share-links', { token, workspace: scene.team });
    expect((await list(other.token)).body).toEqual({ links: [] });
    expect((await list(one.token)).body['links']).toHaveLength(1);
    expect((await end(other.token)).status).toBe(404);
    expect((await end(scene.owner.token)).status).toBe(200);
  });
});

describe('a guest', () => {
  test('watches the phones of the link, and does nothing else', async () => {
    const other = await rentedPhone(scene.team, scene.owner.id);
    const guest = await joined((await link()).token);
    const view = await ticket(guest, 'view');
    expect(view.status).toBe(200);
    expect(await admitted(view.body['ticket'])).toBeNull();
    for (const purpose of ['control', 'shell', 'files', 'adb']) {
      expect(await ticket(guest, purpose)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    expect(await ticket(guest, 'view', other)).toMatchObject({ body: { code: 'device_not_assigned' } });
    for (const path of ['/api/phones', '/api/auth/me', '/api/workspaces', '/api/keys', '/api/share-links'])
      expect(await site.call('GET', path, { token: guest })).toMatchObject({
        status: 403,
        body: { detail: 'As a guest, you can’t do this.' },
      });
    expect((await place(guest)).body).toMatchObject({
      name: 'Dana',
      permission: 'watch',
      phones: [{ id: scene.phone }],
      others: [],
    });
  });

  test('is given control, and loses it with what was opened with it', async () => {
    const { id, token } = await link();
    const guest = await joined(token);
    const [listed] = await guestOf(id);
    const path = `/api/share-links/${id}/guests/${listed?.id}`;
    expect((await owner('PATCH', path, { permission: 'control' })).status).toBe(200);
    const control = await ticket(guest, 'control');
    expect(control.status).toBe(200);
    expect((await owner('PATCH', path, { permission: 'watch' })).status).toBe(200);
    expect(await admitted(control.body['ticket'])).toBe('not_allowed');
    expect((await ticket(guest, 'control')).status).toBe(403);
    expect((await ticket(guest, 'shell')).status).toBe(403);
  });

  test('is cut off alone, or with the whole link', async () => {
    const { id, token } = await link();
    const [first, second] = [await joined(token), await joined(token)];
    const [one] = await guestOf(id);
    const open = await ticket(first, 'view');
    expect((await owner('DELETE', `/api/share-links/${id}/guests/${one?.id}`)).status).toBe(200);
    expect(await admitted(open.body['ticket'])).toBe('session_ended');
    expect([(await place(first)).status, (await place(second)).status]).toEqual([401, 200]);
    await owner('DELETE', `/api/share-links/${id}`);
    expect((await place(second)).status).toBe(401);
  });

  test.each<[string, (maker: { id: string }) => Promise<unknown>]>([
    ['the link ends', () => site.advance('25 hours')],
    [
      'its maker leaves the team',
      ({ id }) =>
        sql`delete from workspace_members where user_id = ${id} and workspace_id = ${scene.team}`.execute(
          site.db,
        ),
    ],
    [
      'its maker is suspended',
      ({ id }) => sql`update users set suspended_at = app_now() where id = ${id}`.execute(site.db),
    ],
  ])('is out when %s', async (_what, change) => {
    const maker = await member('user');
    const { token } = await link({}, maker.token);
    const guest = await joined(token);
    const open = await ticket(guest, 'view');
    await change(maker);
    expect((await place(guest)).status).toBe(401);
    expect(await admitted(open.body['ticket'])).not.toBeNull();
    expect((await join(token)).status).toBe(404);
  });

  test('can do no more than the maker of the link can now', async () => {
    const maker = await member('user');
    const guest = await joined((await link({ permission: 'control' }, maker.token)).token);
    expect((await ticket(guest, 'control')).status).toBe(200);
    const open = await ticket(guest, 'control');
    await sql`update workspace_members set role = 'viewer' where user_id = ${maker.id} and workspace_id = ${scene.team}`.execute(
      site.db,
    );
    expect(await admitted(open.body['ticket'])).toBe('not_allowed');
    expect((await ticket(guest, 'control')).status).toBe(403);
    expect((await place(guest)).body).toMatchObject({ permission: 'watch' });
  });

  test('goes with the key that made the link', async () => {
    const { id, key } = await made({ permissions: ['watch', 'control'], phones: [scene.phone] });
    const { token } = await link({}, key);
    const guest = await joined(token);
    expect((await revoke(id)).status).toBe(200);
    expect((await place(guest)).status).toBe(401);
    expect((await join(token)).status).toBe(404);
  });

  test('loses the phone when the rental ends', async () => {
    const { token } = await link();
    const guest = await joined(token);
    const found = await sql<{
      id: string;
    }>`select id from assignments where device_id = ${scene.phone}`.execute(site.db);
    const assignmentId = found.rows[0]?.id ?? '';
    expect(await endAssignment(site.app.deps, assignmentId)).toBe(true);
    expect((await place(guest)).body).toMatchObject({ phones: [] });
    expect((await ticket(guest, 'view')).status).toBe(403);
  });
});
