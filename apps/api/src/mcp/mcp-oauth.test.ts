// The way of a program to the endpoint for agents, with the official client: from the first 401 to a tool's answer.
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
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
  scene,
} = useOauthScene();
const endpoint = new URL('http://localhost:4000/mcp');

/** What a program keeps of its sign-in. */
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
  expect(answer.headers['www-authenticate']).toMatch(/^Bearer error="insufficient_scope".* scope="shell",/);
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
