// Stands in for the API while the site's pages are looked at alone: the same refusals, no database. It
// serves the built site with the real policy for scripts, and answers with what `state` says.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import {
  type Assignment,
  type Device,
  type ErrorCode,
  errorCodes,
  routes,
  type User,
} from '@pocketfleet/contract';
import { WebSocketServer } from 'ws';
import { answerRenting } from './renting-answers.ts';
import { personalOf, sampleSessions } from './sample-fleet.ts';

export type FakeState = {
  user: User;
  password: string;
  isVerified: boolean;
  /** A new address that waits for its link. */
  pendingEmail?: string;
  devices: Device[];
  assignments: Assignment[];
  /** Calls by name that answer with this status, or hang. */
  broken: Partial<Record<keyof typeof routes, number | 'hang'>>;
};

export type FakeApi = { url: string; state: FakeState; announce(what: string): void; stop(): Promise<void> };

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const policyFor = (scriptHashes: readonly string[]) =>
  `default-src 'self'; script-src 'self' ${scriptHashes.map((hash) => `'${hash}'`).join(' ')}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; ` +
  "connect-src 'self' ws:; frame-src 'self'; worker-src 'self' blob:; object-src 'none'; base-uri 'self'";

export async function startFakeApi(port: number, dist: string, state: FakeState): Promise<FakeApi> {
  const tokens = new Set<string>();
  const tickets = new Set<string>();
  const server: Server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://localhost');
    if (address.pathname.startsWith('/api/')) void answer(request, response, address);
    else sendFile(response, dist, address.pathname);
  });
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'pocketfleet' });
  server.on('upgrade', (request, socket, head) => {
    const [, ticket] = (request.headers['sec-websocket-protocol'] ?? '')
      .split(',')
      .map((each) => each.trim());
    if (request.url !== '/ws/events' || !ticket || !tickets.delete(ticket)) {
      socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (ws) =>
      ws.send(JSON.stringify({ type: 'hello', server_time_ms: Date.now() })),
    );
  });

  async function answer(request: IncomingMessage, response: ServerResponse, address: URL): Promise<void> {
    const refuse = (code: ErrorCode, fields?: Record<string, string>) =>
      send(response, errorCodes[code].status, {
        detail: errorCodes[code].detail,
        code,
        ...(fields ? { fields } : {}),
      });
    const found = findRoute(request.method ?? 'GET', address.pathname.slice('/api'.length));
    if (!found) return refuse('not_found');
    const broken = state.broken[found.name];
    if (broken === 'hang') return;
    if (broken) return send(response, broken, 'a proxy said so');
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    if (found.route.caller === 'customer' && !tokens.has(token)) return refuse('not_authenticated');
    const text = await readBody(request);
    switch (found.name) {
      case 'login': {
        const form = new URLSearchParams(text);
        if (form.get('username') !== state.user.username || form.get('password') !== state.password) {
          return refuse('invalid_credentials');
        }
        if (!state.isVerified) {
          const { status, detail } = errorCodes.email_not_verified;
          return send(response, status, { code: 'email_not_verified', detail, email: state.user.email });
        }
        const fresh = randomUUID();
        tokens.add(fresh);
        return send(response, 200, {
          access_token: fresh,
          token_type: 'bearer',
          expires_at: new Date(Date.now() + 7 * 864e5).toISOString(),
        });
      }
      case 'me':
        return send(response, 200, { ...state.user, workspaces: [personalOf(state.user)] });
      case 'listKeys':
        return send(response, 200, {
          keys: [],
          can_give: { permissions: ['watch', 'control'], all_phones: true },
        });
      case 'getProfile':
        return send(response, 200, { ...state.user, pending_email: state.pendingEmail ?? null });
      case 'listSessions':
        return send(response, 200, { sessions: sampleSessions });
      case 'register':
        return refuse('already_exists');
      case 'forgotPassword':
      case 'resetPassword':
        return send(response, 200, { message: 'Done.' });
      case 'verifyEmail':
        return text.includes('good-token')
          ? send(response, 200, { message: 'Done.', already_verified: text.includes('used') })
          : refuse('link_expired');
      case 'logout':
        tokens.delete(token);
        return send(response, 200, { message: 'Signed out.' });
      case 'tunnelDomains':
        return send(response, 200, { domains: [], token: randomUUID() });
      case 'listPhones':
        return send(response, 200, state.devices);
      case 'eventsTicket': {
        const ticket = randomUUID();
        tickets.add(ticket);
        return send(response, 200, { ticket });
      }
      case 'listAssignments':
        return send(response, 200, {
          assignments: state.assignments,
          total: state.assignments.length,
          page: 1,
          per_page: 100,
          figures: { devices_used: 14, active: 9, completed: 5, average_usage_hours: 312 },
          total_pages: 1,
        });
      case 'resendVerification': {
        const parsed = routes.resendVerification.body.safeParse(JSON.parse(text || '{}'));
        if (!parsed.success) return refuse('invalid_input');
        return send(response, 200, { message: 'Sent.' });
      }
      default: {
        const answered = answerRenting(found.name, text, state.devices);
        return answered === undefined ? refuse('not_found') : send(response, 200, answered);
      }
    }
  }

  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    url: `http://localhost:${port}`,
    state,
    announce: (what) => {
      for (const client of sockets.clients) client.send(JSON.stringify({ type: 'changed', what }));
    },
    stop: async () => {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

function findRoute(method: string, path: string) {
  for (const [name, route] of Object.entries(routes)) {
    const pattern = new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`);
    if (route.method === method && pattern.test(path)) return { name: name as keyof typeof routes, route };
  }
  return null;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** Files of the build; `/frame/{id}` is the frame's page, every other path the site's. */
function sendFile(response: ServerResponse, dist: string, path: string): void {
  const facts = JSON.parse(readFileSync(join(dist, '.site.json'), 'utf8')) as { inline_scripts: string[] };
  const policy = policyFor(facts.inline_scripts);
  const wanted = join(dist, normalize(path));
  const rendered = join(wanted, 'index.html');
  let file = existsSync(rendered) ? rendered : join(dist, 'shell.html');
  if (extname(path) && existsSync(wanted)) file = wanted;
  if (path.startsWith('/frame/')) file = join(dist, 'frame.html');
  if (!existsSync(file)) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
    response.end('<!doctype html><html lang="en"><title>frame</title><body style="background:#152433">');
    return;
  }
  const isHtml = file.endsWith('.html');
  const isPacked = /\.(html|js|css|svg)$/.test(file) && existsSync(`${file}.br`);
  response.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    ...(isHtml ? { 'content-security-policy': policy } : {}),
    ...(isPacked ? { 'content-encoding': 'br' } : {}),
  });
  response.end(readFileSync(isPacked ? `${file}.br` : file));
}
