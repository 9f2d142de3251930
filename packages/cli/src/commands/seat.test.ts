// `take` and `give`, and what a key that isn't known gets, against a server that stands in for ours.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runProgram, type Terminal } from '@pocketfleet/command-line';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProgram } from '../cli.ts';

const id = '6f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11';
const mine = { kind: 'key', name: 'ci', id, is_you: true };
const theirs = { kind: 'key', name: 'night', id, is_you: false };
let holder: object | null;
let isKnown: boolean;
let asked: string[];
const server = createServer((request, response) => {
  const { method, url } = request;
  asked.push(`${method} ${url}`);
  response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
  if (!isKnown) return response.end(JSON.stringify({ code: 'not_authenticated', detail: 'Please log in.' }));
  if (url === '/api/phones') return response.end(JSON.stringify([{ id, tag: 'PF-001', label: null }]));
  if (url?.endsWith('/take')) holder = mine;
  if (url?.endsWith('/give') && holder === mine) holder = null;
  return response.end(JSON.stringify({ holder, since: null, generation: 1 }));
});
beforeEach(async () => {
  holder = theirs;
  isKnown = true;
  asked = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
async function run(env: Record<string, string>, ...args: string[]) {
  const printed = { out: '', error: '' };
  const terminal: Terminal = {
    env: { POCKETFLEET_KEY: 'pf_live_a', ...env },
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
const at = (...args: string[]) => run({ POCKETFLEET_URL: origin() }, ...args);

test('a phone is taken from another program, and given back', async () => {
  expect(await at('give', 'PF-001')).toMatchObject({
    exit: 0,
    out: 'You didn’t have PF-001: night has it.\n',
  });
  expect(await at('take', 'pf-001')).toMatchObject({
    exit: 0,
    out: 'PF-001 is yours, until you give it back: pocketfleet give PF-001\n',
  });
  expect(await at('give', 'PF-001')).toMatchObject({ exit: 0, out: 'PF-001 is free.\n' });
  expect(asked.filter((call) => call.startsWith('POST'))).toEqual(
    ['give', 'take', 'give'].map((what) => `POST /api/devices/${id}/seat/${what}`),
  );
  const { out } = await at('take', 'PF-001', '--json');
  expect(JSON.parse(out)).toMatchObject({ holder: { name: 'ci' } });
});

test('a key that isn’t known is said to be none, and nobody is told to log in', async () => {
  isKnown = false;
  for (const args of [['phones'], ['take', 'PF-001'], ['screen', 'PF-001']]) {
    const { exit, error } = await at(...args);
    expect({ exit, error }).toEqual({
      exit: 3,
      error: `pocketfleet: ${origin()} doesn’t know the key in POCKETFLEET_KEY: it has ended, was revoked, or belongs to another site.\n`,
    });
  }
});

test('a key without the address of its site gets the name of the setting', async () => {
  // Nothing listens at this port.
  const { exit, error } = await run({ PORT: '9' }, 'phones');
  expect({ exit, error }).toEqual({
    exit: 7,
    error:
      'pocketfleet: http://localhost:9 does not answer. Set POCKETFLEET_URL to the address of the site that you rent from.\n',
  });
});
