// The OAuth server: oidc-provider with our storage, our pages and our resource, loaded at the first request for it. It issues opaque tokens only, to public
// clients with PKCE or a device code, and knows no browser session: each request asks a person (decision 135).
import { generateKeyPairSync } from 'node:crypto';
import { accessPermissions, commandLineClient, programPermissions } from '@pocketfleet/contract';
import type Provider from 'oidc-provider';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { isOverLimit, type Limit } from '../../platform/limits.ts';
import { selectCanConnect } from './connections.sql.ts';
import { oauthPaths, requestCookie, resourceUrls } from './oauth-names.ts';
import type { OutsideFetch } from './outside-fetch.ts';
import { createStorage } from './storage.ts';

export type OauthDeps = {
  db: Db;
  clock: Clock;
  config: { publicUrl: string };
  /** Of the documents of programs. */
  fetchOutside: OutsideFetch;
};

const accessTokenS = 3_600;
const requestS = 600;
/** Addresses of documents that one network may let us fetch. */
const documentLimit: Limit = { name: 'client-document', count: 60, windowS: 600 };

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** Given to it and not imported, because a bundle would import it at the program's start. */
type OauthLibrary = typeof import('oidc-provider');

export function createProvider(library: OauthLibrary, deps: OauthDeps): Provider {
  const provider = new library.default(deps.config.publicUrl, configurationOf(library, deps));
  // The address and the scheme come from the mount, which overwrites what a client has sent.
  provider.proxy = true;
  return provider;
}

function configurationOf(library: OauthLibrary, deps: OauthDeps): Configuration {
  const { publicUrl } = deps.config;
  const isHttps = publicUrl.startsWith('https:');
  const cookie = { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' } as const;
  return {
    adapter: createStorage(library, deps),
    clients: [
      {
        client_id: commandLineClient,
        client_name: 'Pocketfleet command line',
        token_endpoint_auth_method: 'none',
        grant_types: [deviceGrant, 'refresh_token'],
        response_types: [],
        redirect_uris: [],
      },
    ],
    // Claude Code's document names loopback redirects without a port and without this field (RFC 8252, 7.3).
    clientDefaults: {
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
      grant_types: ['authorization_code', 'refresh_token'],
    },
    clientAuthMethods: ['none'],
    responseTypes: ['code'],
    scopes: ['offline_access', ...programPermissions],
    pkce: { required: () => true },
    // No token is signed: access tokens are opaque, and there are no id tokens. The library wants a key all the same.
    jwks: { keys: [signingKey()] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    routes: oauthPaths,
    cookies: {
      names: { session: '_oauth_session', interaction: requestCookie(isHttps), resume: '_oauth_resume' },
      short: cookie,
      long: cookie,
      keys: [],
    },
    interactions: { url: (_ctx, { uid }) => `${oauthPaths.code_verification}?request=${uid}` },
    findAccount: async (_ctx, id) =>
      (await selectCanConnect(deps.db, id)) ? { accountId: id, claims: () => ({ sub: id }) } : undefined,
    // Only the consent of this very request counts, never an older one.
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId);
    },
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    ttl: {
      AccessToken: accessTokenS,
      AuthorizationCode: 60,
      DeviceCode: requestS,
      Interaction: requestS,
      Session: requestS,
      RefreshToken: ({ oidc }) =>
        Math.max(1, (oidc.entities.Grant?.exp ?? 0) - Math.floor(deps.clock.nowMs() / 1000)),
    },
    features: featuresOf(library, deps),
    clientBasedCORS: () => true,
    fetch: deps.fetchOutside as typeof fetch,
    renderError: (ctx, out) => {
      const query = new URLSearchParams({ problem: out.error });
      ctx.redirect(`${oauthPaths.code_verification}?${query}`);
    },
  };
}

function featuresOf({ errors }: OauthLibrary, deps: OauthDeps): Configuration['features'] {
  const resources = resourceUrls(deps.config.publicUrl);
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx, client, { clientId }) => clientId === client.clientId,
    },
    deviceFlow: {
      enabled: true,
      charset: 'base-20',
      mask: '****-****',
      deviceInfo: (ctx) => ({ address: ctx.ip, machine: (ctx.get('user-agent') ?? '').slice(0, 300) }),
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resources.api,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, resource) => {
        if (!Object.values(resources).includes(resource))
          throw new errors.InvalidTarget('this is not a resource of ours');
        return {
          audience: resource,
          scope: accessPermissions.join(' '),
          accessTokenFormat: 'opaque',
          accessTokenTTL: accessTokenS,
        };
      },
    },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowFetch: async (ctx: KoaContextWithOIDC) => !(await isOverLimit(deps.db, documentLimit, ctx.ip)),
    },
  };
}

function signingKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' };
}
