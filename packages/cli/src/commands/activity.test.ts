// `pocketfleet activity` against a server that stands in for ours: what it asks for, prints and ends with.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runProgram, type Terminal } from '@pocketfleet/command-line';
import type { ActivityRow } from '@pocketfleet/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProgram } from '../cli.ts';

const phone = { id: '6f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11', tag: 'PF-001' };
const ada = { kind: 'person', id: '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11', name: 'ada' } as const;
const key = { kind: 'key', id: '8c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11', name: 'nightly' } as const;
const rows: ActivityRow[] = [
  {
    id: 3,
    at: '2030-01-31T12:00:00.000Z',
    kind: 'phone.shell',
    who: key,
    phone,
    address: '203.0.113.9',
    details: { length_s: 60 },
  },
  {
    id: 2,
    at: '2030-01-31T11:00:00.000Z',
    kind: 'secret.made',
    who: ada,
    phone: null,
    address: null,
    details: { id: phone.id, name: 'Bank' },
  },
  {
    id: 1,
    at: '2030-01-31T10:00:00.000Z',
    kind: 'rental.ended',
    who: { kind: 'operator', id: null, name: '' },
    phone,
    address: null,
    details: { reason: 'revoked' },
  },
];
let asked: URL[];
let pages: { rows: ActivityRow[]; next_cursor: string | null }[];
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', origin);
  asked.push(url);
  const isChoices = url.pathname === '/api/activity/choices';
  const answer = isChoices ? { who: [ada, key], phones: [phone] } : (pages.shift() ?? { rows: [] });
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer));
});
let origin: string;

beforeEach(async () => {
  asked = [];
  pages = [{ rows, next_cursor: null }];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

async function run(...args: string[]) {
  const printed = { out: '', error: '' };
  const terminal: Terminal = {
    env: { POCKETFLEET_URL: origin, POCKETFLEET_KEY: 'pf_live_any' },
    write: (text) => {
      printed.out += text;
    },
    writeError: (text) => {
      printed.error += text;
    },
    ask: () => Promise.reject(new Error('asked')),
    progress: () => ({ say: () => undefined, end: () => undefined }),
  };
  const exit = await runProgram(createProgram(terminal), ['activity', ...args], terminal);
  return { exit, ...printed };
}

test('prints who did what, with which phone and from where, without ids', async () => {
  const { exit, out } = await run();
  expect(exit).toBe(0);
  const lines = out.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^AT\s+WHO\s+WHAT\s+PHONE\s+FROM\s+DETAILS$/);
  expect(lines[1]).toMatch(/key nightly\s+phone\.shell\s+PF-001\s+203\.0\.113\.9\s+length_s=60$/);
  expect(lines[2]).toMatch(/ada\s+secret\.made\s.*name=Bank$/);
  expect(lines[3]).toMatch(/our team\s+rental\.ended\s+PF-001\s.*reason=revoked$/);
  expect(out).not.toContain(phone.id);
});

test('prints the rows as they are with --json', async () => {
  const { out } = await run('--json');
  expect(JSON.parse(out)).toEqual({ rows });
});

test('asks by ids for names and tags, for kinds, and for moments', async () => {
  const filters = ['--who', 'Nightly', '--phone', 'pf-001', '--kind', 'phone.shell', 'secret.typed'];
  expect((await run(...filters, '--since', '2030-01-31', '--until', '2030-02-01T12:00Z')).exit).toBe(0);
  expect(Object.fromEntries(asked.at(-1)?.searchParams ?? [])).toEqual({
    person: key.id,
    phone: phone.id,
    kind: 'phone.shell,secret.typed',
    from: '2030-01-31T00:00:00.000Z',
    to: '2030-02-01T12:00:00.000Z',
    limit: '50',
  });
});

test('reads page after page up to the limit', async () => {
  pages = [
    { rows, next_cursor: '1.3' },
    { rows: rows.slice(0, 1), next_cursor: '1.4' },
  ];
  const { out } = await run('--limit', '4', '--json');
  expect(JSON.parse(out).rows).toHaveLength(4);
  expect(asked.map(({ searchParams }) => [searchParams.get('limit'), searchParams.get('cursor')])).toEqual([
    ['4', null],
    ['1', '1.3'],
  ]);
});

test('says so when nothing matches', async () => {
  pages = [{ rows: [], next_cursor: null }];
  expect(await run()).toMatchObject({ exit: 0, out: 'Nothing has happened that matches.\n' });
});

test.each([
  [['--who', 'nobody'], 5, 'Nothing called "nobody" did anything'],
  [['--phone', 'PF-999'], 5, 'Nothing called "PF-999" is named by the activity'],
  [['--kind', 'phone.eaten'], 2, 'phone.eaten'],
  [['--since', 'tomorrow'], 2, 'Give a day or a moment'],
  [['--limit', '0'], 2, 'Give a number from 1 to 10000'],
])('refuses %j with status %i', async (args, status, sentence) => {
  const { exit, error } = await run(...args);
  expect([exit, error]).toEqual([status, expect.stringContaining(sentence)]);
});
