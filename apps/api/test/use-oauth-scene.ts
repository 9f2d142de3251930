// A team with a phone, a program that connects, and the browser of the person who consents. The program is openid-client.
import * as client from 'openid-client';
import { beforeEach } from 'vitest';
import type { TestAppOptions } from './test-app.ts';
import { useTeamWithKeys } from './use-team-with-keys.ts';

const origin = 'http://localhost:4000';
export const programId = 'https://agent.example/client.json';
export const redirectUri = 'http://127.0.0.1:7777/callback';

/** Documents of programs by their address, instead of the network. */
const documents = new Map<string, object>();

export function useOauthScene(options: TestAppOptions = {}) {
  const team = useTeamWithKeys({
    ...options,
    fetchOutside: async (url) => {
      const found = documents.get(String(url));
      return found === undefined ? new Response('', { status: 404 }) : Response.json(found);
    },
  });
  const { site, scene } = team;

  beforeEach(() => {
    documents.set(programId, {
      client_id: programId,
      client_name: 'Totally Pocketfleet',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
  });

  /** The network of a program: our server without listening. */
  const fetchSite: client.CustomFetch = async (url, options) => {
    const response = await site.app.site.inject({
      method: options.method as 'GET' | 'POST',
      url: url.slice(origin.length),
      headers: { host: 'localhost:4000', ...options.headers },
      ...(options.body === undefined ? {} : { payload: String(options.body) }),
    });
    const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
    return new Response(response.body, {
      status: response.statusCode,
      headers: headers as [string, string][],
    });
  };

  const discover = (clientId = programId) =>
    client.discovery(new URL(origin), clientId, undefined, client.None(), {
      algorithm: 'oauth2',
      execute: [client.allowInsecureRequests],
      [client.customFetch]: fetchSite,
    });

  /** A browser: it keeps cookies, and follows nothing by itself. */
  function browser() {
    const jar = new Map<string, string>();
    return {
      jar,
      get: async (address: string | URL) => {
        const url = new URL(address, origin);
        const response = await site.app.site.inject({
          method: 'GET',
          url: url.pathname + url.search,
          headers: { cookie: cookieHeader(jar) },
        });
        keepCookies(jar, response.headers['set-cookie']);
        return { status: response.statusCode, location: String(response.headers.location ?? '') };
      },
    };
  }
  type Browser = ReturnType<typeof browser>;

  const consentCall = (
    path: string,
    payload: object,
    { token = scene.owner.token, jar = new Map<string, string>() } = {},
  ) =>
    site.app.site
      .inject({
        method: 'POST',
        url: `/api/oauth/consent${path}`,
        headers: { authorization: `Bearer ${token}`, cookie: cookieHeader(jar), 'user-agent': 'Firefox' },
        payload,
      })
      .then((response) => ({
        status: response.statusCode,
        body: response.json() as Record<string, unknown>,
      }));

  /** Sends a browser to the consent page. */
  async function begin(given: { parameters?: Record<string, string>; from?: Browser } = {}) {
    const config = await discover();
    const verifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'watch control screen',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: 'the-state',
      resource: `${origin}/api`,
      ...given.parameters,
    });
    const from = given.from ?? browser();
    const answer = await from.get(url);
    const asked = { request_id: new URL(answer.location, origin).searchParams.get('request') ?? '' };
    return { config, verifier, from, answer, asked };
  }

  const choice = (input: object) => ({
    workspace_id: scene.team,
    permissions: ['watch'],
    phones: 'all',
    ...input,
  });

  /** The whole way: consent, redirect, tokens. */
  async function connect(
    input: object = {},
    token = scene.owner.token,
    parameters: Record<string, string> = {},
  ) {
    const { config, verifier, from, asked } = await begin({ parameters });
    const consent = (await consentCall('', { asked }, { token, jar: from.jar })).body;
    const approved = await consentCall('/approve', { asked, ...choice(input) }, { token, jar: from.jar });
    if (approved.status !== 200) throw new Error(JSON.stringify(approved.body));
    const back = await from.get(String(approved.body['redirect_to']));
    const tokens = await client.authorizationCodeGrant(config, new URL(back.location), {
      pkceCodeVerifier: verifier,
      expectedState: 'the-state',
    });
    return { config, tokens, consent, back: new URL(back.location), from, verifier };
  }

  const listConnections = async (token = scene.owner.token) => {
    const answer = await site.call('GET', '/api/connections', { token, workspace: scene.team });
    return answer.body['connections'] as Record<string, unknown>[];
  };
  const disconnect = (id: unknown, token = scene.owner.token) =>
    site.call('DELETE', `/api/connections/${id}`, { token, workspace: scene.team });
  const usePhones = (token: string, workspace?: string) =>
    site.call('GET', '/api/phones', { token, ...(workspace === undefined ? {} : { workspace }) });

  return {
    ...team,
    documents,
    fetchSite,
    browser,
    discover,
    begin,
    connect,
    consentCall,
    choice,
    listConnections,
    disconnect,
    usePhones,
  };
}

function cookieHeader(jar: ReadonlyMap<string, string>): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}

function keepCookies(jar: Map<string, string>, header: string | string[] | undefined): void {
  for (const cookie of [header ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (value === '') jar.delete(name);
    else jar.set(name, value);
  }
}
