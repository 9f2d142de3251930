// `record …` against a server that stands in for ours: what it asks for, prints, saves and ends with.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram, type Terminal } from '@pocketfleet/command-line';
import type { Device, Recording } from '@pocketfleet/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProgram } from '../cli.ts';

const phone = '6f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11';
const id = '7a1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b12';
const running: Recording = {
  id,
  name: 'Launch\u001b[31m week',
  phone: { id: phone, tag: 'PF-001' },
  started_by: { kind: 'person', id, name: 'marta' },
  cause: 'asked',
  state: 'recording',
  reason: null,
  started_at: '2026-11-25T12:00:00.000Z',
  ended_at: null,
  duration_ms: 3_723_000,
  bytes: 12_345_678,
  gaps: 2,
  kept_until: '2026-12-25T12:00:00.000Z',
  may_delete: true,
};
const device: Device = {
  id: phone,
  phone_id: phone,
  tag: 'PF-001',
  label: null,
  model: 'Pixel 8',
  replaces: null,
  device_serial: null,
  user_id: null,
  connection_state: 'online',
  battery_state: null,
  streaming_url: null,
  shell_url: null,
  tunnel_url: null,
  computer_id: null,
  computer_name: null,
  computer: null,
  stream_mappings: [],
  assignment_state: 'active',
  assignment_id: id,
  starts_at: '2026-11-25T12:00:00.000Z',
  android_version: '15',
  screen_width: null,
  screen_height: null,
};
type Answer = { status?: number; body?: object; file?: Buffer; isCut?: boolean };
let asked: { method: string; path: string; body: unknown }[];
let answers: Record<string, Answer>;
let folder: string;
let origin: string;
let columns: number | undefined;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    const { method = '', url = '' } = request;
    asked.push({ method, path: url, body: body === '' ? undefined : JSON.parse(body) });
    const answer = answers[`${method} ${url}`];
    if (answer?.file === undefined) {
      response.writeHead(answer?.status ?? (answer ? 200 : 500), { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer?.body ?? {}));
      return;
    }
    response.writeHead(200, { 'content-disposition': 'attachment; filename="recording-PF-001.mp4"' });
    response.write(answer.file, () => (answer.isCut ? response.destroy() : response.end()));
  });
});

beforeEach(async () => {
  asked = [];
  columns = undefined;
  folder = mkdtempSync(join(tmpdir(), 'pocketfleet-record-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

async function run(...args: string[]): Promise<{ exit: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const terminal: Terminal = {
    env: { POCKETFLEET_URL: origin, POCKETFLEET_KEY: `pf_live_${'x'.repeat(38)}` },
    write: (text) => {
      out += text;
    },
    writeError: (text) => {
      err += text;
    },
    columns,
    ask: () => Promise.reject(new Error('asked')),
    progress: () => ({ say: () => undefined, end: () => undefined }),
  };
  const exit = await runProgram(createProgram(terminal), args, terminal);
  return { exit, out, err };
}

const list = (recordings: Recording[], next_cursor: string | null = null) => ({
  body: { recordings, next_cursor, quota: { used_bytes: 1, max_bytes: 2, keep_days: 30 } },
});
const newest = `GET /api/recordings?phone=${phone}&limit=1`;

test('a phone is recorded from start to stop, by its tag', async () => {
  answers = {
    'GET /api/phones': { body: [device] },
    [`POST /api/devices/${phone}/recordings`]: { body: running },
    [newest]: list([running]),
    [`POST /api/recordings/${id}/stop`]: { body: { ...running, state: 'uploading', reason: 'stopped' } },
  };
  const started = await run('record', 'start', 'PF-001', '--name', 'Launch week');
  expect(started, started.err).toMatchObject({ exit: 0 });
  expect(asked.at(-1)).toMatchObject({ method: 'POST', body: { name: 'Launch week' } });
  const stopped = await run('record', 'stop', 'pf-001', '--json');
  expect(stopped, stopped.err).toMatchObject({ exit: 0 });
  expect(JSON.parse(stopped.out)).toMatchObject({ id, state: 'uploading' });
});

test('a phone that is not recorded can’t be stopped, and nothing is sent', async () => {
  answers = { 'GET /api/phones': { body: [device] }, [newest]: list([{ ...running, state: 'ready' }]) };
  const { exit, err } = await run('record', 'stop', 'PF-001');
  expect({ exit, err }).toMatchObject({
    exit: 6,
    err: expect.stringContaining('PF-001 is not recorded now'),
  });
  expect(asked.every(({ method }) => method === 'GET')).toBe(true);
});

test('recordings of all pages are rows without codes of the terminal', async () => {
  answers = {
    'GET /api/recordings?limit=100': list([running], `1.${id}`),
    [`GET /api/recordings?limit=100&cursor=1.${id}`]: list([{ ...running, state: 'ready', gaps: 0 }]),
  };
  const { exit, out, err } = await run('record', 'list');
  expect(exit, err).toBe(0);
  const lines = out.trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/PF-001.*2026-11-25 12:00.*01:02:03.*recording.*2.*12\.3.*2026-12-25/);
  expect(out).not.toContain('\u001b');
});

test('the list fits a terminal of 80 columns, with whole ids', async () => {
  columns = 80;
  answers = { 'GET /api/recordings?limit=100': list([running]) };
  const lines = (await run('record', 'list')).out.trimEnd().split('\n');
  expect(lines[1]).toMatch(new RegExp(`^${id}  PF-001  Launch .*2026-11-25 12:00`));
  expect(lines.at(-1)).toBe('Without LENGTH, STATE, GAPS, MB, KEPT UNTIL for lack of room: see --json');
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});

test('a recording is saved as it comes, under the name that was asked for', async () => {
  const file = Buffer.alloc(300_000, 7);
  answers = { [`GET /api/recordings/${id}/export?format=json`]: { file } };
  const target = join(folder, 'launch.json');
  const { exit, out, err } = await run('record', 'download', id, target, '--format', 'json', '--json');
  expect(exit, err).toBe(0);
  expect(JSON.parse(out)).toEqual({ recording: id, format: 'json', file: target, bytes: 300_000 });
  expect(readFileSync(target).equals(file)).toBe(true);
});

test('a download that is cut leaves no file, and a refusal is told with its sentence', async () => {
  const path = `GET /api/recordings/${id}/export?format=mp4`;
  const target = join(folder, 'launch.mp4');
  answers = { [path]: { file: Buffer.alloc(1_000), isCut: true } };
  expect((await run('record', 'download', id, target)).exit).not.toBe(0);
  expect(existsSync(target)).toBe(false);
  const detail = 'This recording has no picture.';
  answers = { [path]: { status: 404, body: { code: 'not_found', detail } } };
  const refused = await run('record', 'download', id, target);
  expect(refused).toMatchObject({ exit: 5, err: expect.stringContaining(detail) });
});
