// Security headers on every kind of page and response, and requests that never end.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../../src/platform/app-error.ts';
import { createHttpServer, type HttpServer } from '../../src/platform/http-server.ts';
import { createLog } from '../../src/platform/log.ts';
import { allowSlowBody } from '../../src/platform/slow-bodies.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { createTestOperator, operatorPassword } from '../test-operators.ts';

const hash = `sha256-${'x'.repeat(43)}=`;
const demo = {};
const withSandbox = {
  PAYMENT_SANDBOX_URL: 'http://127.0.0.1:9',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_this_test',
};
const production = {
  DEMO: '0',
  PUBLIC_URL: 'https://phones.example',
  OPERATOR_URL: 'https://team.phones.example',
  STRIPE_SECRET_KEY: 'sk_live_of_this_test',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_of_this_test',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_this_test',
  OPERATOR_SECRETS_KEY: 'ab'.repeat(32),
  SELLER_NAME: 'Tests Ltd',
  SELLER_ADDRESS: '1 Test Road; Testville',
};

const settings = { demo, 'the demo with a sandbox': withSandbox, production };
type Setting = keyof typeof settings;
const sites = {} as Record<Setting, TestApp>;
let dist: string;

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'pocketfleet-headers-'));
  mkdirSync(join(dist, 'assets'));
  for (const name of ['index', 'shell', 'frame', '404'])
    writeFileSync(join(dist, `${name}.html`), '<p>page</p>');
  writeFileSync(join(dist, 'assets/app-1a2b.js'), 'plain');
  const facts = { routes: ['/', '/devices', '/rent/payment', '/reset-password'], inline_scripts: [hash] };
  writeFileSync(join(dist, '.site.json'), JSON.stringify(facts));
  for (const [name, env] of Object.entries(settings)) {
    sites[name as Setting] = await startTestApp({ WEB_DIST: dist, CONSOLE_DIST: dist, ...env });
  }
});
afterAll(async () => {
  for (const site of Object.values(sites)) await site.stop();
  rmSync(dist, { recursive: true });
});

const pages = [
  '/',
  '/devices',
  '/rent/payment',
  '/rent/payment?phones=1',
  '/reset-password?token=x&email=a%40b.c',
  '/frame/0b5c',
  '/no/such/page',
  '/assets/app-1a2b.js',
  '/api/auth/me',
  '/api/no/such/call',
  '/%zz',
];
type Headers = Record<string, unknown>;

async function headersOf(server: HttpServer, url: string): Promise<Headers> {
  return (await server.inject({ url })).headers as Headers;
}

function policyOf(headers: Headers): Map<string, string[]> {
  const parts = String(headers['content-security-policy']).split(';');
  return new Map(
    parts.map((part) => part.trim().split(/\s+/)).map(([name = '', ...sources]) => [name, sources] as const),
  );
}

describe.each(Object.keys(settings) as Setting[])('%s', (name) => {
  test.each(pages.filter((path) => path !== '/%zz'))('%s runs our own scripts only', async (path) => {
    const { app } = sites[name];
    for (const server of [app.site, app.operator]) {
      const headers = await headersOf(server, path);
      const policy = policyOf(headers);
      expect(policy.get('default-src')).toEqual(["'self'"]);
      expect(policy.get('object-src')).toEqual(["'none'"]);
      expect(policy.get('base-uri')).toEqual(["'none'"]);
      expect(policy.get('form-action')).toEqual(["'self'"]);
      expect(policy.get('frame-ancestors')).toEqual(["'self'"]);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringMatching(/\bcamera=\(\), .*\bmicrophone=\(\)/),
      });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
      const mayRun = server === app.site ? ["'self'", `'${hash}'`] : ["'self'"];
      const takesCards = server === app.site && path.startsWith('/rent/payment') && name === 'production';
      const stripe = ['https://js.stripe.com', 'https://*.js.stripe.com'];
      expect(policy.get('script-src')).toEqual(takesCards ? [...mayRun, ...stripe] : mayRun);
    }
  });

  test('a payment provider can be reached from the page that takes cards, and from no other', async () => {
    const { app } = sites[name];
    for (const path of pages) {
      const text = String((await headersOf(app.site, path))['content-security-policy']);
      const takesCards = path.startsWith('/rent/payment');
      expect([path, text.includes('stripe.com')]).toEqual([path, takesCards && name === 'production']);
      const reachesSandbox = text.includes('http://127.0.0.1:9');
      expect([path, reachesSandbox]).toEqual([path, takesCards && name === 'the demo with a sandbox']);
    }
  });

  test('https is kept to for a year where there is https', async () => {
    for (const server of [sites[name].app.site, sites[name].app.operator]) {
      const { 'strict-transport-security': hsts } = await headersOf(server, '/');
      if (name === 'production') expect(hsts).toMatch(/max-age=31536000/);
      else expect(hsts).toBeUndefined();
    }
  });

  test('no other origin may read anything, whatever it asks for', async () => {
    const origins = [
      'https://evil.example',
      'null',
      'http://localhost:4000',
      'https://phones.example.evil.example',
    ];
    for (const server of [sites[name].app.site, sites[name].app.operator, sites[name].app.agents]) {
      for (const origin of origins) {
        for (const method of ['GET', 'OPTIONS'] as const) {
          const headers = { origin, 'access-control-request-method': 'POST' };
          const answer = await server.inject({ method, url: '/api/auth/me', headers });
          expect(Object.keys(answer.headers).filter((each) => each.startsWith('access-control-'))).toEqual(
            [],
          );
        }
      }
    }
  });

  test('calls are never kept by a browser, and no call is a page', async () => {
    const answers = ['/api/auth/me', '/api/no/such/call', '/api/phones/%zz'];
    for (const url of answers) {
      const headers = await headersOf(sites[name].app.site, url);
      expect(headers['content-type']).toMatch(/^application\/json/);
      if (url !== '/api/no/such/call') expect(headers['cache-control']).toBe('no-store');
    }
  });
});

test.each(Object.keys(settings) as Setting[])('an operator’s cookie in %s is out of reach', async (name) => {
  const site = sites[name];
  await createTestOperator(site.db, 'olga', 'admin');
  const response = await site.app.operator.inject({
    method: 'POST',
    url: '/api/session',
    headers: { origin: site.app.deps.config.operatorUrl },
    payload: { username: 'olga', password: operatorPassword },
  });
  const cookie = [response.headers['set-cookie']].flat()[0];
  const secure = name === 'production' ? '; Secure' : '';
  const prefix = name === 'production' ? '__Host-' : '';
  expect(cookie).toMatch(
    new RegExp(
      `^${prefix}operator_session=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age=\\d+${secure}$`,
    ),
  );
});

describe('a request that never ends', () => {
  let server: HttpServer;
  let port: number;
  beforeAll(async () => {
    server = await createHttpServer({
      log: createLog('silent'),
      publicUrl: 'http://127.0.0.1:4000',
      requestsPerMinute: 1_000,
      trustedProxies: [],
      headersTimeoutMs: 300,
      requestTimeoutMs: 600,
      uploadTimeoutMs: 60_000,
    });
    server.post('/', async (request) => ({ got: request.body }));
    const onRequest = async (request: FastifyRequest) => {
      if (request.headers.authorization === undefined) throw new AppError('not_authenticated');
      allowSlowBody(request);
    };
    server.post('/upload', { onRequest }, async (request) => ({ got: request.body }));
    await server.listen({ host: '127.0.0.1', port: 0 });
    port = (server.server.address() as { port: number }).port;
  });
  afterAll(() => server.close());

  /** Sends the beginning, then a byte again and again; resolves with what came back once it was ended. */
  function drip(beginning: string): Promise<string> {
    return new Promise((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(beginning));
      const timer = setInterval(() => socket.writable && socket.write('x'), 50);
      socket.on('data', (data) => {
        text += data.toString();
      });
      socket.on('error', () => undefined);
      socket.once('close', () => {
        clearInterval(timer);
        resolve(text);
      });
    });
  }

  test.each([
    ['headers', 'POST / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    [
      'a body',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"a":"',
    ],
    [
      'a body in pieces',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
  ])('slow %s are ended, and others are answered meanwhile', async (_what, beginning) => {
    const slow = Array.from({ length: 50 }, () => drip(beginning));
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    });
    expect(await answer.json()).toEqual({ got: { a: 1 } });
    for (const text of await Promise.all(slow)) expect(text).toMatch(/^(HTTP\/1\.1 4\d\d|$)/);
  });

  test('the body of an upload may take longer than those of other requests', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(
          'POST /upload HTTP/1.1\r\nHost: x\r\nAuthorization: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 32\r\n\r\n',
        ),
      );
      // A byte every 60 ms, so that the whole takes three times the limit of others.
      const bytes = [...JSON.stringify({ a: 'x'.repeat(24) })];
      const timer = setInterval(() => socket.writable && socket.write(bytes.shift() ?? ''), 60);
      let got = '';
      socket.on('data', (data) => {
        got += data.toString();
      });
      socket.once('error', reject);
      socket.once('close', () => {
        clearInterval(timer);
        resolve(got);
      });
    });
    expect(text).toContain('HTTP/1.1 200');
    expect(text).toContain('xxxx');
  });

  test('a body that is too large is refused before it is read', async () => {
    const tooLarge =
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999999999\r\n\r\n';
    expect(await drip(tooLarge)).toMatch(/^HTTP\/1\.1 413/);
  });
});

test('every server of the product has these limits', () => {
  // On the agents' port recordings arrive over slow lines; all its other requests have 30 seconds, too.
  const limits = { site: 30_000, operator: 30_000, agents: 15 * 60_000 };
  for (const [name, limitMs] of Object.entries(limits)) {
    const { headersTimeout, requestTimeout } = sites.demo.app[name as keyof typeof limits].server;
    expect([name, headersTimeout, requestTimeout]).toEqual([name, 10_000, limitMs]);
  }
});
