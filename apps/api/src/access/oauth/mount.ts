// Mounts oidc-provider on the site's server. Its own paths are handed to it untouched, with the security headers and the
// request id that every answer has, and with the public address instead of what the client calls us.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { HttpServer } from '../../platform/http-server.ts';
import { once } from '../../platform/once.ts';
import { oauthPaths } from './oauth-names.ts';

const { authorization, token, device_authorization, revocation, jwks } = oauthPaths;

export async function mountProvider(
  site: HttpServer,
  getProvider: () => Promise<Provider>,
  publicUrl: string,
): Promise<void> {
  const getCallback = once(async () => (await getProvider()).callback());
  const { host, protocol } = new URL(publicUrl);
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const callback = await getCallback();
    const { raw } = request;
    raw.headers['x-forwarded-for'] = request.ip;
    raw.headers['x-forwarded-host'] = host;
    raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    reply.hijack();
    await callback(raw, reply.raw);
  };
  await site.register(async (scope) => {
    // The library reads the bodies of its calls itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const url of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']) {
      scope.route({ method: ['GET', 'OPTIONS'], url, handler });
    }
    for (const url of [authorization, `${authorization}/:uid`, jwks]) {
      scope.route({ method: ['GET', 'OPTIONS'], url, handler });
    }
    for (const url of [token, device_authorization, revocation]) {
      scope.route({ method: ['POST', 'OPTIONS'], url, handler });
    }
  });
}
