import { randomUUID } from 'node:crypto';
import * as client from 'openid-client';
import { describe, expect, test } from 'vitest';
import { useOauthScene } from '../../../test/use-oauth-scene.ts';
import { sql } from '../../platform/database.ts';
import { refusePrivateAddress } from './outside-fetch.ts';

const {
  scene,
  site,
  signedIn,
  member,
  rentedPhone,
  begin,
  browser,
  connect,
  consentCall,
  choice,
  documents,
  usePhones,
} = useOauthScene();

describe('a program connects', () => {
  test('by its document, PKCE and consent, and gets what was chosen, in one workspace', async () => {
    await rentedPhone(scene.team, scene.owner.id);
    const { tokens, consent, back } = await connect({
      phones: [scene.phone],
      permissions: ['watch', 'screen'],
    });
    expect(consent).toMatchObject({
      kind: 'browser',
      program: 'agent.example',
      client_id: 'https://agent.example/client.json',
      is_ours: false,
      redirect_host: '127.0.0.1:7777',
      permissions: ['watch', 'control', 'screen'],
    });
    expect(back.searchParams.get('iss')).toBe('http://localhost:4000');
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'watch screen', expires_in: 3600 });
    const phones = await usePhones(tokens.access_token);
    expect((phones.body as unknown as { id: string }[]).map(({ id }) => id)).toEqual([scene.phone]);
    expect((await usePhones(tokens.access_token, scene.owner.id)).status).toBe(404);
    expect((await usePhones(tokens.access_token, randomUUID())).status).toBe(404);
    const start = (purpose: string) =>
      site.call('POST', `/api/devices/${scene.phone}/stream/start`, {
        token: tokens.access_token,
        payload: { purpose },
      });
    expect((await start('view')).status).toBe(200);
    expect(await start('control')).toMatchObject({
      status: 403,
      body: {
        detail:
          'This program does not have the permission “control”. The person who connected it can connect it again and choose it there (pocketfleet login).',
      },
    });
    for (const path of ['/api/auth/sessions', '/api/keys']) {
      const answer = await site.call('GET', path, { token: tokens.access_token });
      expect([path, answer.status]).toEqual([path, 403]);
    }
    const workspaces = await site.call('GET', '/api/workspaces', { token: tokens.access_token });
    expect(workspaces.body['workspaces']).toMatchObject([{ id: scene.team }]);
  });

  test('and its person hears of it by mail; no secret of it is stored', async () => {
    const { tokens } = await connect();
    await site.runJobs();
    expect(site.outbox.findLast(({ subject }) => subject.endsWith('agent.example'))?.text).toContain(
      `/programs/connected?team=${scene.team}`,
    );
    const stored = await sql<{ row: string }>`
      select to_jsonb(c)::text as row from credentials c union all select to_jsonb(r)::text from oauth_records r`.execute(
      site.db,
    );
    expect(stored.rows.length).toBeGreaterThan(2);
    for (const secret of [tokens.access_token, tokens.refresh_token ?? '']) {
      expect(secret.length).toBeGreaterThan(40);
      expect(JSON.stringify(stored.rows)).not.toContain(secret);
    }
  });

  test('loses what its person loses, and ends with their membership', async () => {
    const admin = await member('admin');
    const { tokens, config } = await connect({ permissions: ['watch', 'control'] }, admin.token);
    const control = () =>
      site.call('POST', `/api/devices/${scene.phone}/stream/start`, {
        token: tokens.access_token,
        payload: { purpose: 'control' },
      });
    expect((await control()).status).toBe(200);
    await sql`update workspace_members set role = 'viewer' where user_id = ${admin.id} and workspace_id = ${scene.team}`.execute(
      site.db,
    );
    expect((await control()).status).toBe(403);
    await site.call('DELETE', `/api/workspaces/${scene.team}/members/${admin.id}`, {
      token: scene.owner.token,
    });
    expect((await usePhones(tokens.access_token)).status).toBe(401);
    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });
});

describe('a request is refused', () => {
  test.each<[string, Record<string, string>, string]>([
    ['to another address', { redirect_uri: 'https://thief.example/callback' }, 'invalid_redirect_uri'],
    ['to another path', { redirect_uri: 'http://127.0.0.1:7777/other' }, 'invalid_redirect_uri'],
    ['by an unknown program', { client_id: 'https://nobody.example/client.json' }, 'invalid_client'],
    ['by an address in our network', { client_id: 'https://127.0.0.1/client.json' }, 'invalid_client'],
  ])('%s, and the browser stays here', async (_, parameters, problem) => {
    const { answer } = await begin({ parameters });
    expect([answer.status, answer.location]).toEqual([302, `/connect?problem=${problem}`]);
  });

  test.each<[string, Record<string, string>, string]>([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['with PKCE in plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for a foreign resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['for a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
  ])('%s, and the program hears why', async (_, parameters, error) => {
    const { answer } = await begin({ parameters });
    const url = new URL(answer.location);
    const answered = new URLSearchParams(url.search || url.hash.slice(1));
    expect([url.host, answered.get('error'), answered.get('code')]).toEqual(['127.0.0.1:7777', error, null]);
  });

  test('for a permission, a phone or money that the person lacks, and nothing is connected', async () => {
    const user = await member('user', [scene.phone]);
    const other = await rentedPhone(scene.team, scene.owner.id);
    const { from, asked } = await begin();
    const approve = (input: object) =>
      consentCall('/approve', { asked, ...choice(input) }, { token: user.token, jar: from.jar });
    for (const [input, code] of [
      [{ permissions: ['watch', 'rent'] }, 'forbidden'],
      [{ permissions: ['members'] }, 'invalid_input'],
      [{ phones: 'all' }, 'device_not_assigned'],
      [{ phones: [other] }, 'device_not_assigned'],
      [{ phones: [scene.phone], monthly_limit_cents: 100 }, 'invalid_input'],
      [{ workspace_id: randomUUID() }, 'not_found'],
    ] as const) {
      expect((await approve(input)).body['code']).toBe(code);
    }
    expect((await site.call('GET', '/api/connections', { token: user.token })).body).toEqual({
      connections: [],
    });
    await sql`update workspace_members set role = 'manager', monthly_limit_cents = 5000 where user_id = ${user.id}
      and workspace_id = ${scene.team}`.execute(site.db);
    const money = {
      permissions: ['watch', 'rent', 'spend'],
      phones: [scene.phone],
      monthly_limit_cents: 5_001,
    };
    expect((await approve(money)).body).toMatchObject({
      code: 'forbidden',
      fields: { monthly_limit_cents: expect.stringContaining('$50.00 a month') },
    });
    expect((await approve({ ...money, monthly_limit_cents: 5_000 })).status).toBe(200);
    expect((await approve({ phones: [scene.phone] })).status).toBe(404);
  });

  test('in another browser than the one that began it, and for the code of another program', async () => {
    const { asked, from, verifier, config } = await begin();
    const lured = await consentCall('', { asked }, { jar: browser().jar });
    expect(lured).toMatchObject({ status: 404, body: { code: 'request_ended' } });
    const approved = await consentCall('/approve', { asked, ...choice({}) }, { jar: from.jar });
    const elsewhere = await browser().get(String(approved.body['redirect_to']));
    expect(elsewhere.location).toMatch(/^\/connect\?problem=/);
    const back = await from.get(String(approved.body['redirect_to']));
    const wrong = client.authorizationCodeGrant(config, new URL(back.location), {
      pkceCodeVerifier: `${verifier}x`,
      expectedState: 'the-state',
    });
    await expect(wrong).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('by the person, and the program hears it', async () => {
    const { from, asked } = await begin();
    const denied = await consentCall('/deny', { asked }, { jar: from.jar });
    const back = await from.get(String(denied.body['redirect_to']));
    expect(new URL(back.location).searchParams.get('error')).toBe('access_denied');
  });
});

test('a second person in the same browser connects for themselves', async () => {
  const { from } = await connect();
  const bob = await signedIn();
  const again = await begin({ from });
  const approved = await consentCall(
    '/approve',
    { asked: again.asked, ...choice({ workspace_id: bob.id }) },
    { token: bob.token, jar: from.jar },
  );
  const back = await from.get(String(approved.body['redirect_to']));
  const tokens = await client.authorizationCodeGrant(again.config, new URL(back.location), {
    pkceCodeVerifier: again.verifier,
    expectedState: 'the-state',
  });
  const me = await site.call('GET', '/api/auth/me', { token: tokens.access_token });
  expect(me.body['id']).toBe(bob.id);
});

test('a document that names another address, or a secret, is no program', async () => {
  const found = documents.get('https://agent.example/client.json') ?? {};
  documents.set('https://other.example/client.json', found);
  documents.set('https://secret.example/client.json', {
    ...found,
    client_id: 'https://secret.example/client.json',
    client_secret: 'x',
    token_endpoint_auth_method: 'client_secret_basic',
  });
  for (const client_id of ['https://other.example/client.json', 'https://secret.example/client.json']) {
    const { answer } = await begin({ parameters: { client_id } });
    expect(answer.location).toMatch(/^\/connect\?problem=invalid_client/);
  }
});

test.each([
  'http://agent.example/a',
  'https://agent.example:8443/a',
  'https://127.0.0.1/a',
  'https://2130706433/a',
  'https://0x7f.1/a',
  'https://[::ffff:127.0.0.1]/a',
  'https://169.254.169.254/a',
  'https://localhost/a',
  'https://db.internal/a',
])('a document at %s is not fetched', (address) => {
  expect(() => refusePrivateAddress(address)).toThrow();
  expect(() => refusePrivateAddress('https://agent.example/a')).not.toThrow();
});
