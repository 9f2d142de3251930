// A stored session and two sites: which of them gets the token.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram, type Terminal } from '@pocketfleet/command-line';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProgram } from '../cli.ts';

const token = 'a-stored-access-token';
const folder = mkdtempSync(join(tmpdir(), 'pocketfleet-account-'));
const file = join(folder, 'account.json');
type Site = { origin: string; heard: string[]; stop: () => void };
let home: Site;
let other: Site;
/** What a caller without a session gets, while this site knows nobody. */
const nobody = { code: 'not_authenticated', detail: 'Please log in and try again.' };
let knowsNobody: boolean;

async function startSite(): Promise<Site> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    const { method, url = '', headers } = request;
    heard.push(`${method} ${url} ${headers.authorization}`);
    const answer =
      oauthAnswer(url, `http://${headers.host}`) ?? (url === '/api/phones' ? [] : { message: 'Done.' });
    const status = knowsNobody ? 401 : 200;
    response.writeHead(url === '/token' ? 400 : status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(knowsNobody ? nobody : answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, heard, stop: () => void server.close() };
}

/** Of a server whose address for people holds commands for a terminal, and whose person refuses. */
function oauthAnswer(path: string, issuer: string): object | undefined {
  if (path === '/token') return { error: 'access_denied' };
  if (path === '/device') {
    const verification_uri = `${issuer}/\u001b[2J\u009b31m`;
    return { device_code: 'd', user_code: 'A\nB', verification_uri, expires_in: 60, interval: 1 };
  }
  if (!path.startsWith('/.well-known/')) return undefined;
  const endpoints = { device_authorization_endpoint: `${issuer}/device`, token_endpoint: `${issuer}/token` };
  return { issuer, ...endpoints, response_types_supported: ['code'] };
}

beforeEach(async () => {
  knowsNobody = false;
  [home, other] = await Promise.all([startSite(), startSite()]);
  writeFileSync(file, JSON.stringify({ url: home.origin, token, username: 'ada' }), { mode: 0o600 });
});
afterEach(() => {
  home.stop();
  other.stop();
  rmSync(file, { force: true });
});

async function run(env: Record<string, string>, ...args: string[]) {
  const printed = { out: '', error: '' };
  const terminal: Terminal = {
    env: { POCKETFLEET_ACCOUNT: file, ...env },
    write: (text) => {
      printed.out += text;
    },
    writeError: (text) => {
      printed.error += text;
    },
    ask: () => Promise.reject(new Error('asked')),
    progress: () => ({ say: () => undefined, end: () => undefined }),
  };
  return { exit: await runProgram(createProgram(terminal), args, terminal), ...printed };
}

test('the token of one site is not sent to another one that the environment names', async () => {
  const { exit, error } = await run({ POCKETFLEET_URL: other.origin }, 'phones');
  expect({ exit, error }).toEqual({
    exit: 3,
    error: `pocketfleet: Signed in at ${home.origin}. Sign in at ${other.origin}: pocketfleet login --url ${other.origin}\n`,
  });
  expect([...home.heard, ...other.heard]).toEqual([]);
});

test('the environment may name the site of the session, written in another way', async () => {
  const { exit } = await run({ POCKETFLEET_URL: `${home.origin.replace('http', 'HTTP')}/` }, 'phones');
  expect(exit).toBe(0);
  expect(home.heard).toEqual([`GET /api/phones Bearer ${token}`]);
});

test('signing out ends the session at its own site, no matter which one the environment names', async () => {
  const { exit } = await run({ POCKETFLEET_URL: other.origin }, 'logout');
  expect(exit).toBe(0);
  expect(other.heard).toEqual([]);
  expect(home.heard).toEqual([expect.stringMatching(new RegExp(`^POST /api/auth/logout Bearer ${token}$`))]);
  expect(existsSync(file)).toBe(false);
});

test('a site’s response to a login reaches the terminal without commands and without lines of its own', async () => {
  const { error } = await run({}, 'login', '--url', home.origin);
  expect(error).toContain('enter the code A B\n');
  expect(error.split('\n')).toHaveLength(4);
  expect(error.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

test('an empty key is said to be empty where nobody is signed in, and else counts as none', async () => {
  const url = { POCKETFLEET_URL: home.origin };
  expect(await run({ ...url, POCKETFLEET_KEY: '' }, 'phones')).toMatchObject({ exit: 0 });
  expect(home.heard).toEqual([`GET /api/phones Bearer ${token}`]);
  rmSync(file);
  expect(await run({ ...url, POCKETFLEET_KEY: '' }, 'phones')).toMatchObject({
    exit: 3,
    error: expect.stringMatching(/^pocketfleet: The key is empty\. Put a key .*pocketfleet login --url/),
  });
  expect(await run({ ...url, POCKETFLEET_KEY: ' ' }, 'phones')).toMatchObject({
    exit: 2,
    error: expect.stringContaining('The key is empty.'),
  });
  expect(home.heard).toHaveLength(1);
});

test('a key that its site doesn’t know is named, and nobody is told to log in', async () => {
  knowsNobody = true;
  const env = { POCKETFLEET_URL: home.origin, POCKETFLEET_KEY: 'pf_live_a' };
  for (const args of [['phones'], ['screen', 'PF-001'], ['webhooks', 'list']])
    expect(await run(env, ...args)).toMatchObject({
      exit: 3,
      error: `pocketfleet: ${home.origin} doesn’t know the key in POCKETFLEET_KEY: it has ended, was revoked, or belongs to another site.\n`,
    });
});

test('a key without the address of its site is told how to name it', async () => {
  // Nothing listens at this port.
  expect(await run({ PORT: '9', POCKETFLEET_KEY: 'pf_live_a' }, 'phones')).toMatchObject({
    exit: 7,
    error:
      'pocketfleet: http://localhost:9 does not answer. Set POCKETFLEET_URL to the address of the site that you rent from.\n',
  });
});
