// The way of a program to the endpoint for agents, with the official client: from the first 401 to a tool's answer.
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { closeCodes, eventsTicket } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { programId, redirectUri, useOauthScene } from '../../test/use-oauth-scene.ts';

const {
  site,
  fetchSite,
  browser,
  consentCall,
  choice,
  connect,
  listConnections,
  disconnect,
  usePhones,
  member,
  scene,
} = useOauthScene();
const endpoint = new URL('http://localhost:4000/mcp');

const named = { name: 'test', version: '1' };

/** The facts that a program keeps of its sign-in. */
function keepSignIn() {
  const kept: { url?: URL; verifier?: string; information?: object; tokens?: object } = {};
  const provider = {
    redirectUrl: redirectUri,
    clientMetadataUrl: programId,
    clientMetadata: { redirect_uris: [redirectUri], client_name: 'Totally Pocketfleet' },
    clientInformation: () => kept.information,
    saveClientInformation: (information: object) => {
      kept.information = information;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens: object) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url: URL) => {
      kept.url = url;
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier ?? '',
  } as unknown as OAuthClientProvider;
  return { kept, provider };
}

const paths: string[] = [];
const overSite = (async (url: string | URL | Request, init: RequestInit = {}) => {
  const address = new URL(url instanceof Request ? url.url : url);
  if (address.href === programId) throw new Error('the client fetches no document of its own');
  paths.push(`${init.method ?? 'GET'} ${address.pathname}`);
  return fetchSite(address.href, {
    ...init,
    headers: Object.fromEntries(new Headers(init.headers)),
  } as Parameters<typeof fetchSite>[1]);
}) as typeof fetch;

const post = (token: string, body: object, url = '/mcp') =>
  site.app.site.inject({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    payload: body,
  });
const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

test('the official client goes from a 401 by consent to a tool', async () => {
  paths.length = 0;
  const { kept, provider } = keepSignIn();
  const transport = () =>
    new StreamableHTTPClientTransport(endpoint, { authProvider: provider, fetch: overSite });
  const first = transport();
  await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow(/nauthorized/);
  expect(kept.url?.searchParams.get('resource')).toBe('http://localhost:4000/mcp');
  const from = browser();
  const begun = await from.get(kept.url ?? '');
  const asked = { request_id: new URL(begun.location, endpoint).searchParams.get('request') ?? '' };
  const permissions = ['watch', 'control', 'screen'];
  const approved = await consentCall('/approve', { asked, ...choice({ permissions }) }, { jar: from.jar });
  const back = await from.get(String(approved.body['redirect_to']));
  await first.finishAuth(new URL(back.location).searchParams);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport());
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('tap');
  expect(tools.map(({ name }) => name)).not.toContain('shell');
  const phones = await client.callTool({ name: 'phones_list', arguments: {} });
  expect(phones).toMatchObject({ isError: false });
  await client.close();
  expect([...new Set(paths)].sort()).toEqual([
    'GET /.well-known/oauth-authorization-server',
    'GET /.well-known/oauth-protected-resource/mcp',
    // Older revisions ask for a stream of events, and are told that there is none.
    'GET /mcp',
    'POST /mcp',
    'POST /oauth/token',
  ]);
  // Ended by its person, it is out.
  const [connection] = await listConnections();
  expect((await disconnect(connection?.['id'])).status).toBe(200);
  const { access_token } = kept.tokens as { access_token: string };
  expect((await post(access_token, listTools)).statusCode).toBe(401);
});

test('a token counts only for what it was issued for', async () => {
  const permissions = ['watch', 'control', 'screen'];
  const forApi = (await connect({ permissions })).tokens.access_token;
  const refused = await post(forApi, listTools);
  expect(refused.statusCode).toBe(401);
  expect(refused.headers['www-authenticate']).toContain('error="invalid_token"');
  // Our own command line has a token for the API.
  expect((await post(forApi, listTools, '/api/mcp')).statusCode).toBe(200);
  const forAgents = (await connect({ permissions }, scene.owner.token, { resource: endpoint.href })).tokens
    .access_token;
  expect((await post(forAgents, listTools)).statusCode).toBe(200);
  expect((await usePhones(forAgents)).status).toBe(401);
  expect((await post(forAgents, listTools, '/api/mcp')).statusCode).toBe(401);
});

test('a program without a permission is told which one to ask its person for', async () => {
  const { tokens } = await connect({ permissions: ['screen'] }, scene.owner.token, {
    resource: endpoint.href,
  });
  const call = { ...listTools, method: 'tools/call', params: { name: 'shell', arguments: {} } };
  const answer = await post(tokens.access_token, call);
  expect(answer.statusCode).toBe(403);
  expect(answer.headers['www-authenticate']).toMatch(
    /^Bearer error="insufficient_scope".* scope="shell screen",/,
  );
});

test.each(['of 2026', 'of 2025'] as const)(
  'a client %s asks its person for more when a tool needs it, keeps what it has, and goes on',
  async (age) => {
    const { kept, provider } = keepSignIn();
    const options = { authProvider: provider, fetch: overSite };
    const begin = () =>
      age === 'of 2026'
        ? new StreamableHTTPClientTransport(endpoint, options)
        : new OldTransport(endpoint, options as unknown as ConstructorParameters<typeof OldTransport>[1]);
    const openClient = async (transport: ReturnType<typeof begin>) => {
      const client = age === 'of 2026' ? new Client(named) : new OldClient(named);
      await client.connect(transport as never);
      return client;
    };
    /** The person gives all that is asked for. Returns that. */
    const consent = async (transport: ReturnType<typeof begin>): Promise<string[]> => {
      const asked = { request_id: '' };
      const from = browser();
      const begun = await from.get(kept.url ?? '');
      asked.request_id = new URL(begun.location, endpoint).searchParams.get('request') ?? '';
      const { body } = await consentCall('', { asked }, { jar: from.jar });
      const permissions = body['permissions'] as string[];
      const approved = await consentCall(
        '/approve',
        { asked, ...choice({ permissions }) },
        { jar: from.jar },
      );
      const { searchParams } = new URL((await from.get(String(approved.body['redirect_to']))).location);
      if (transport instanceof OldTransport) await transport.finishAuth(searchParams.get('code') ?? '');
      else await transport.finishAuth(searchParams);
      return permissions;
    };
    const first = begin();
    await expect(openClient(first)).rejects.toThrow(/nauthorized/);
    expect(await consent(first)).toEqual(['watch', 'control', 'screen']);
    // With a refresh token, the library of 2025 renews its token and gives up: its program has to ask by itself.
    if (age === 'of 2025') kept.tokens = { ...kept.tokens, refresh_token: undefined };
    const second = begin();
    const client = await openClient(second);
    const shell = { name: 'shell', arguments: { phone: 'PF-1', command: 'id' } };
    await expect(client.callTool(shell)).rejects.toThrow(/nauthorized/);
    expect(await consent(second)).toEqual(['watch', 'control', 'shell', 'screen']);
    // There is no such phone; the permission is there.
    const answer = await client.callTool(shell);
    expect(JSON.stringify(answer.content)).toContain('No phone of yours is called this.');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['tap', 'screen_read', 'shell']),
    );
    await client.close();
  },
);

test('a new consent with fewer rights ends what the earlier one had: its running call, its socket, its tokens', async () => {
  const wide = ['watch', 'control', 'screen', 'shell'];
  const toAgents = { resource: endpoint.href };
  const before = (await connect({ permissions: wide }, scene.owner.token, toAgents)).tokens;
  const other = (await connect({ permissions: wide })).tokens;
  const askHuman = (args: object) =>
    post(before.access_token, {
      ...listTools,
      method: 'tools/call',
      params: { name: 'ask_human', arguments: { phone: scene.phone, ...args } },
    });
  const asked = await askHuman({ question: 'Which one?', timeout_s: 600 });
  const question_id = /"question_id":"([0-9a-f-]+)"/.exec(asked.body)?.[1];
  const address = await site.listen();
  const { body } = await site.call('POST', `/api${eventsTicket.path}`, { token: other.access_token });
  const socket = new WebSocket(`ws://${address}/ws/events`, ['pocketfleet', String(body['ticket'])], {
    origin: endpoint.origin,
  });
  const closed = new Promise<number>((done) => void socket.on('close', done));
  await new Promise((done) => void socket.once('message', done));

  await site.advance('1 minute');
  const calledAt = async () =>
    (await listConnections()).map(({ last_agent_call_at }) => String(last_agent_call_at)).sort()[0];
  const calledBefore = await calledAt();
  const running = askHuman({ question_id });
  await expect.poll(calledAt).not.toBe(calledBefore);

  const earlier = await listConnections();
  const renewed = await connect(
    { permissions: ['watch', 'screen'], replaces: earlier.map(({ id }) => id) },
    scene.owner.token,
    toAgents,
  );
  expect(renewed.consent['earlier']).toHaveLength(2);
  expect((await running).body).toMatch(/revoked|taken away|withdrawn/);
  expect(await closed).toBe(closeCodes.session_ended.code);
  expect((await post(before.access_token, listTools)).statusCode).toBe(401);
  expect((await usePhones(other.access_token)).status).toBe(401);
  const left = await listConnections();
  expect(left).toMatchObject([{ permissions: ['watch', 'screen'] }]);
  expect((await post(renewed.tokens.access_token, listTools)).statusCode).toBe(200);
});

test('a consent ends only connections of its person, program and team', async () => {
  const person = await member('user');
  await connect({ permissions: ['watch'] }, person.token);
  await connect({ permissions: ['watch'] });
  const all = (await listConnections()).map(({ id }) => id);
  expect(all).toHaveLength(2);
  const { consent } = await connect({ permissions: ['watch'], replaces: all }, person.token);
  expect(consent['earlier']).toHaveLength(1);
  expect(await listConnections()).toHaveLength(2);
  expect(await listConnections(person.token)).toHaveLength(1);
});

test('the document of the resource names what a program has to know', async () => {
  const answer = await site.call('GET', '/.well-known/oauth-protected-resource/mcp');
  expect(answer.body).toMatchObject({
    resource: 'http://localhost:4000/mcp',
    authorization_servers: ['http://localhost:4000'],
    bearer_methods_supported: ['header'],
  });
  expect(answer.body['scopes_supported']).not.toContain('offline_access');
});
