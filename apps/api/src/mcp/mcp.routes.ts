// The endpoint for agents, `/mcp`: the Model Context Protocol over HTTP, in its revision 2026-07-28 and those of 2025, from one
// address. A connected program or a key comes with a bearer token; a program without one is told where to get it (RFC 9728).
import { programPermissions } from '@pocketfleet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, recordAgentCall, recordForbidden, refuseWithoutFactor } from '../access/access.ts';
import { tokenRevoked } from '../accounts/accounts.events.ts';
import type { AppParts } from '../app-parts.ts';
import { actorOf, runAs } from '../platform/actor.ts';
import { AppError } from '../platform/app-error.ts';
import { setAllowanceHeaders } from '../platform/implement.ts';
import { countAgainstLimit } from '../platform/limits.ts';
import { once } from '../platform/once.ts';
import type { Principal } from '../platform/principal.ts';
import type { ScreenDeps } from '../screen/screen.ts';
import { cutOff } from '../streaming/streaming.events.ts';
import { RunningCalls } from './running-calls.ts';
import { missingFor, tools } from './tools.ts';

/** A file of 256 KB in base64, and what is around it. */
const bodyLimit = 512 * 1024;
/** For each credential: ten a second. */
const callLimit = { name: 'mcp', count: 600, windowS: 60 };
const documentPath = '/.well-known/oauth-protected-resource/mcp';

type Asked = { caller: Principal; called: string | undefined };

export function registerMcp({ deps, channels, site, onStop }: AppParts, screen: ScreenDeps): void {
  const { config, db, clock, log, events } = deps;
  const resource = `${config.publicUrl}/mcp`;
  const metadataUrl = `${config.publicUrl}${documentPath}`;
  const running = new RunningCalls();
  onStop(
    events.on(cutOff, ({ device_id, kind, id, by = 'A person' }) =>
      running.cutOff(device_id, { kind, id }, by),
    ),
  );
  onStop(events.on(tokenRevoked, ({ access_token_ids }) => running.endCredentials(access_token_ids)));
  const toolDeps = { db, clock, log, events, config, channels, screen, running };
  const getHandler = once(async () => {
    const [{ createMcpHandler }, { createServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./server.ts'),
    ]);
    const handler = createMcpHandler(
      ({ authInfo }) => {
        const { caller, called } = (authInfo?.extra ?? {}) as Partial<Asked>;
        if (caller === undefined) throw new Error('a request of an agent without a caller');
        return createServer(toolDeps, caller, called);
      },
      { onerror: (error) => log.debug({ err: error }, 'an agent’s request was refused') },
    );
    onStop(() => handler.close());
    return handler;
  });

  /** At `/api/mcp`, a token for the API counts: the same endpoint, for our own command line. */
  const serveAt =
    (path: '/mcp' | '/api/mcp') =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      reply.header('cache-control', 'no-store');
      const { origin } = request.headers;
      if (origin !== undefined && origin !== new URL(config.publicUrl).origin)
        throw new AppError('forbidden', { detail: 'Pages of other sites can’t call this endpoint.' });
      const caller = await findCaller(request, path);
      if (caller instanceof Challenge) return caller.answer(reply, metadataUrl);
      setAllowanceHeaders(reply, await countAgainstLimit(db, callLimit, caller.credential_id));
      // One revision of 2025 knew arrays of messages, which would pass by every limit for a call.
      if (Array.isArray(request.body))
        throw new AppError('invalid_input', { detail: 'Send one message in each request.' });
      const called = calledTool(request.body);
      if (called !== undefined) await recordAgentCall({ db }, caller);
      const missing = called === undefined ? [] : missingOf(called, caller);
      if (missing.length > 0) {
        const why = `It does not have the permission ${missing.map((each) => `“${each}”`).join(', ')}.`;
        await recordForbidden({ db }, caller, `the tool ${called}`, { message: why });
      }
      // A program can ask its person for more; a key has what it has, and the tool says so.
      if (missing.length > 0 && caller.kind === 'program')
        return new Challenge(
          403,
          'insufficient_scope',
          'The person who connected this program has not given it that.',
          // With the permissions that it has: some programs ask for exactly this, and would lose the rest.
          programPermissions.filter((each) => caller.permissions.has(each) || missing.includes(each)),
        ).answer(reply, metadataUrl);
      const gone = new AbortController();
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) gone.abort();
      });
      const asked = new Request(resource, {
        method: request.method,
        headers: plainHeaders(request),
        ...(request.method === 'POST' ? { body: JSON.stringify(request.body ?? null) } : {}),
        signal: gone.signal,
      });
      const authInfo = {
        // The token itself is kept from the tools.
        token: '',
        clientId: caller.credential_id,
        scopes: [...caller.permissions],
        extra: { caller, called } satisfies Asked,
      };
      const handler = await getHandler();
      const answer = await runAs(actorOf(caller), caller.address, () =>
        handler.fetch(asked, { authInfo, parsedBody: request.body }),
      );
      return reply.send(answer);
    };

  const findCaller = async (request: FastifyRequest, path: string): Promise<Principal | Challenge> => {
    const secret = /^Bearer ([\w-]{16,256})$/i.exec(request.headers.authorization ?? '')?.[1];
    if (secret === undefined) return new Challenge(401);
    const asking = {
      secret,
      workspaceId: undefined,
      address: request.ip,
      ...(path === '/mcp' ? { resource: 'mcp' as const } : {}),
    };
    const caller = await authenticate({ db }, asking).catch((error: unknown) => {
      if (error instanceof AppError && error.status === 401) return error;
      throw error;
    });
    if (caller === undefined || caller instanceof AppError)
      return new Challenge(
        401,
        'invalid_token',
        caller?.message ?? 'This token isn’t valid here, or has ended.',
      );
    if (caller.kind === 'key' || caller.kind === 'program') {
      refuseWithoutFactor(caller);
      return caller;
    }
    return new Challenge(
      401,
      'invalid_token',
      'Connect a program, or use a key: a signed-in person can’t call this.',
    );
  };

  for (const url of ['/mcp', '/api/mcp'] as const) {
    site.route({ method: ['POST', 'GET', 'DELETE'], url, bodyLimit, handler: serveAt(url) });
  }
  site.get(documentPath, (_request, reply) =>
    // Programs in a browser read it from their own origin; it is the same for everybody.
    reply
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'public, max-age=300')
      .send({
        resource,
        resource_name: 'Pocketfleet phones',
        authorization_servers: [config.publicUrl],
        scopes_supported: programPermissions,
        bearer_methods_supported: ['header'],
        resource_documentation: `${config.publicUrl}/programs/agents`,
      }),
  );
}

/** A refusal that tells a program where and for what to ask its person (RFC 6750, 3; RFC 9728, 5). */
class Challenge {
  readonly #status: 401 | 403;
  readonly #error: string | undefined;
  readonly #detail: string;
  readonly #scopes: readonly string[];

  constructor(
    status: 401 | 403,
    error?: string,
    detail = 'Connect this program, or send a key as a bearer token.',
    scopes: readonly string[] = ['watch', 'control', 'screen'],
  ) {
    this.#status = status;
    this.#error = error;
    this.#detail = detail;
    this.#scopes = scopes;
  }

  answer(reply: FastifyReply, metadataUrl: string): unknown {
    const parts = [
      this.#error === undefined ? '' : `error="${this.#error}"`,
      this.#error === undefined ? '' : `error_description="${asciiOf(this.#detail)}"`,
      `scope="${this.#scopes.join(' ')}"`,
      `resource_metadata="${metadataUrl}"`,
    ].filter(Boolean);
    const code = this.#status === 401 ? 'not_authenticated' : 'forbidden';
    return reply
      .status(this.#status)
      .header('www-authenticate', `Bearer ${parts.join(', ')}`)
      .send(new AppError(code, { detail: this.#detail }).toResponse());
  }
}

/** Headers hold no other characters. */
const asciiOf = (text: string): string => text.replaceAll('’', "'").replace(/[^ !#-[\]-~]/g, '');

function missingOf(called: string, caller: Principal): string[] {
  const tool = tools.find(({ name }) => name === called);
  return tool === undefined ? [] : missingFor(tool, caller);
}

/** The tool that a request calls, if that is what it does. */
function calledTool(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('method' in body) || body.method !== 'tools/call')
    return undefined;
  const name = (body as { params?: { name?: unknown } }).params?.name;
  return typeof name === 'string' ? name : undefined;
}

function plainHeaders({ headers }: FastifyRequest): Headers {
  const plain = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // The token stays with us, and the body is written anew.
    if (value === undefined || name === 'authorization' || name === 'content-length') continue;
    for (const one of Array.isArray(value) ? value : [value]) plain.append(name, one);
  }
  return plain;
}
