import { randomUUID } from 'node:crypto';
import { closeCodes, eventsTicket } from '@pocketfleet/contract';
import * as client from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { duringRemoval } from '../../../test/during-removal.ts';
import { useOauthScene } from '../../../test/use-oauth-scene.ts';
import { sql } from '../../platform/database.ts';

// Sockets close by events here, and not by the check that comes every second otherwise.
const oauth = useOauthScene({ socketChecksMs: 6 * 3_600_000 });
const { scene, site, member, connect, listConnections, disconnect, usePhones } = oauth;
const { begin, choice, consentCall, discover } = oauth;

let address: string;
beforeAll(async () => {
  address = await site.listen();
});

describe('tokens', () => {
  test('are renewed with a new refresh token each time, and both access tokens are one connection', async () => {
    const { tokens, config } = await connect();
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    for (const { access_token } of [tokens, next]) expect((await usePhones(access_token)).status).toBe(200);
    expect(await listConnections()).toHaveLength(1);
  });

  test('end together when a spent refresh token comes back', async () => {
    const { tokens, config } = await connect();
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    const stolen = client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    await expect(stolen).rejects.toMatchObject({ error: 'invalid_grant' });
    for (const { access_token } of [tokens, next]) expect((await usePhones(access_token)).status).toBe(401);
    const after = client.refreshTokenGrant(config, next.refresh_token ?? '');
    await expect(after).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await listConnections()).toEqual([]);
  });

  test('end when two use one refresh token at the same moment', async () => {
    const { tokens, config } = await connect();
    const both = await Promise.allSettled(
      [1, 2].map(() => client.refreshTokenGrant(config, tokens.refresh_token ?? '')),
    );
    expect(both.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    expect((await usePhones(tokens.access_token)).status).toBe(401);
    expect(await listConnections()).toEqual([]);
  });

  test('live for an hour, the connection for as long as was chosen', async () => {
    const { tokens } = await connect({ days: 7 });
    await site.advance('61 minutes');
    expect((await usePhones(tokens.access_token)).status).toBe(401);
    expect(await listConnections()).toHaveLength(1);
    await site.advance('7 days');
    scene.owner.token = await site.signIn(await nameOf(scene.owner.id), 'correct horse battery');
    expect(await listConnections()).toEqual([]);
  });

  test('are refreshed until the connection ends, by the time of the database', async () => {
    const { tokens, config } = await connect({ days: 7 });
    await site.advance('3 days');
    await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    const { rows } = await sql<{ over_s: number }>`
      select extract(epoch from max(r.expires_at) - max(c.expires_at))::float8 as over_s
      from oauth_records r join credentials c on c.id = r.connection_id
      where r.model = 'RefreshToken' and r.consumed_at is null
      group by c.id, c.created_at order by c.created_at desc limit 1`.execute(site.db);
    expect(rows[0]?.over_s).toBeCloseTo(0, -1);
  });

  test('can be given back by the program itself', async () => {
    const { tokens, config } = await connect();
    await client.tokenRevocation(config, tokens.refresh_token ?? '');
    expect((await usePhones(tokens.access_token)).status).toBe(401);
    expect(await listConnections()).toEqual([]);
  });
});

describe('connected programs', () => {
  test('are listed with what they may and when they were used, never with a secret', async () => {
    const { tokens } = await connect({ phones: [scene.phone], permissions: ['watch', 'screen'], days: 30 });
    await usePhones(tokens.access_token);
    const [listed] = await listConnections();
    expect(listed).toMatchObject({
      program: 'agent.example',
      machine: 'Firefox',
      permissions: ['watch', 'screen'],
      phones: [scene.phone],
      monthly_limit_cents: 0,
      is_own: true,
      last_used_from: '127.0.0.1',
    });
    expect(JSON.stringify(listed)).not.toContain(tokens.access_token);
  });

  test('are seen and cut by their person and by who has the permission “keys”, by nobody else', async () => {
    const user = await member('user');
    const { tokens } = await connect({ permissions: ['watch'] }, user.token);
    const mine = await connect();
    const [own] = await listConnections(user.token);
    expect(await listConnections(user.token)).toHaveLength(1);
    expect(await listConnections()).toHaveLength(2);
    const owners = (await listConnections()).find(({ is_own }) => is_own === true);
    expect((await disconnect(owners?.['id'], user.token)).status).toBe(404);
    expect((await disconnect(randomUUID())).status).toBe(404);
    expect((await disconnect(own?.['id'])).status).toBe(200);
    expect((await disconnect(own?.['id'])).status).toBe(404);
    expect((await usePhones(tokens.access_token)).status).toBe(401);
    expect((await usePhones(mine.tokens.access_token)).status).toBe(200);
    // A program itself neither sees nor cuts others.
    const asProgram = await site.call('GET', '/api/connections', { token: mine.tokens.access_token });
    expect(asProgram.status).toBe(403);
  });

  test('let nobody else in by a link', async () => {
    const { tokens } = await connect({ phones: [scene.phone], permissions: ['watch', 'control'] });
    const answer = await site.call('POST', '/api/share-links', {
      token: tokens.access_token,
      payload: { permission: 'watch', phones: [scene.phone] },
    });
    expect([answer.status, answer.body['code']]).toEqual([403, 'forbidden']);
    expect(answer.body['detail']).toMatch(/^Connected programs/);
  });

  test('take their tickets along when they are revoked: what they have opened ends', async () => {
    const { tokens } = await connect();
    const start = () =>
      site.call('POST', `/api/devices/${scene.phone}/stream/start`, {
        token: tokens.access_token,
        payload: { purpose: 'view' },
      });
    expect((await start()).status).toBe(200);
    const [{ id } = {}] = await listConnections();
    const tickets = await sql<{ credential_id: string }>`select credential_id from stream_tickets`.execute(
      site.db,
    );
    expect(tickets.rows.at(-1)?.credential_id).toBe(id);
    await disconnect(id);
    expect((await start()).status).toBe(401);
  });
});

test('a socket outlives the token that opened it, and ends at once with the connection', async () => {
  const { tokens, config } = await connect();
  const { body } = await site.call('POST', `/api${eventsTicket.path}`, { token: tokens.access_token });
  const protocols = ['pocketfleet', String(body['ticket'])];
  const socket = new WebSocket(`ws://${address}/ws/events`, protocols, { origin: 'http://localhost:4000' });
  const closed = new Promise<number>((done) => {
    socket.on('close', done);
  });
  await new Promise((done) => {
    socket.once('message', done);
  });
  await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  await sql`update credentials set expires_at = app_now() where kind = 'grant' and parent_id is not null`.execute(
    site.db,
  );
  expect((await usePhones(tokens.access_token)).status).toBe(401);
  expect(socket.readyState).toBe(WebSocket.OPEN);
  const [{ id } = {}] = await listConnections();
  await disconnect(id);
  expect(await closed).toBe(closeCodes.session_ended.code);
});

async function nameOf(id: string): Promise<string> {
  const result = await sql<{ username: string }>`select username from users where id = ${id}`.execute(
    site.db,
  );
  return result.rows[0]?.username ?? '';
}

describe('a request', () => {
  const approvals = async (asked: object, jar?: Map<string, string>, times = 4) => {
    const body = { asked, ...choice({}) };
    const options = jar === undefined ? {} : { jar };
    return Promise.all(Array.from({ length: times }, () => consentCall('/approve', body, options)));
  };

  test('of a device makes one connection, however many approve it at once', async () => {
    const config = await discover('pocketfleet-cli');
    const started = await client.initiateDeviceAuthorization(config, { scope: 'watch' });
    const answers = await approvals({ user_code: started.user_code });
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    expect(await listConnections()).toHaveLength(1);
  });

  test('of a browser makes one connection, however often it is approved at once', async () => {
    const { asked, from } = await begin();
    const answers = await approvals(asked, from.jar);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    expect(await listConnections()).toHaveLength(1);
  });

  test('at the limit of connections is refused, also beside others', async () => {
    await sql`insert into credentials (kind, user_id, workspace_id, token_hash, user_agent, client_id, name, permissions,
        has_all_phones, expires_at)
      select 'grant', ${scene.owner.id}, ${scene.team}, sha256(n::text::bytea), '', 'https://agent.example', 'agent',
        '{watch}', true, app_now() + interval '1 day' from generate_series(1, 98) n`.execute(site.db);
    const begun = await Promise.all(Array.from({ length: 5 }, () => begin()));
    const answers = await Promise.all(begun.map(({ asked, from }) => approvals(asked, from.jar, 1)));
    expect(answers.flat().filter(({ status }) => status === 200)).toHaveLength(2);
    const found = await sql`select 1 from credentials
      where workspace_id = ${scene.team} and kind = 'grant' and parent_id is null`.execute(site.db);
    expect(found.rows).toHaveLength(100);
  });

  test('of somebody who is removed meanwhile connects nothing', async () => {
    const admin = await member('admin');
    const { asked, from } = await begin();
    const answer = await duringRemoval(site.db, { workspace_id: scene.team, user_id: admin.id }, () =>
      consentCall('/approve', { asked, ...choice({}) }, { token: admin.token, jar: from.jar }),
    );
    expect(answer.status).toBe(404);
    const made = await sql`select 1 from credentials where user_id = ${admin.id} and kind = 'grant'`.execute(
      site.db,
    );
    expect(made.rows).toEqual([]);
  });
});
