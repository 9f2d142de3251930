// The screen commands against a server that stands in for ours: what they ask for, print and end with.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runProgram, type Terminal } from '@pocketfleet/command-line';
import type { ActionResult, Device, ScreenNotice, ScreenReading } from '@pocketfleet/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createProgram } from '../cli.ts';

const phone = '6f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11';
const device: Device = {
  id: phone,
  phone_id: phone,
  tag: 'PF-001',
  model: 'Pixel 8',
  label: null,
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
  assignment_id: phone,
  starts_at: '2026-11-25T12:00:00.000Z',
  android_version: '15',
  screen_width: 1080,
  screen_height: 2400,
};
let asked: { path: string; body: unknown }[];
let answers: Record<string, object[]>;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    const path = request.url ?? '';
    asked.push({ path, body: body === '' ? undefined : JSON.parse(body) });
    const known = answers[path.replace(`/api/devices/${phone}/`, '').replace(/\?.*/, '')];
    const answer = known && (known.length > 1 ? known.shift() : known[0]);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? []));
  });
});
const sockets = new WebSocketServer({ server, handleProtocols: () => 'pocketfleet' });
let origin: string;

beforeEach(async () => {
  asked = [];
  answers = { '/api/phones': [[device]] };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const socket of sockets.clients) socket.terminate();
  sockets.removeAllListeners('connection');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const state = {
  untrusted: true as const,
  problem: null,
  detail: '',
  busy: false,
  app: 'com.android.notes',
  display: { width: 1080, height: 2400 },
  settled: true,
  truncated: false,
  shortened: 'none' as const,
  keyboard: null,
};
const reading: ScreenReading = {
  ...state,
  text: 'app com.android.notes\nn1 button "Save\u001b[2J"',
  nodes: [],
};
const done: ActionResult = {
  untrusted: true,
  done: true,
  why: null,
  detail: '',
  confirmed: null,
  settled: true,
  changed: ['~ n1 button "Saved"'],
  text: '',
  nodes: [],
};

async function run(...args: string[]) {
  let [out, error] = ['', ''];
  const terminal: Terminal = {
    env: { POCKETFLEET_URL: origin, POCKETFLEET_KEY: `pf_live_${'x'.repeat(38)}` },
    write: (text) => {
      out += text;
    },
    writeError: (text) => {
      error += text;
    },
    ask: () => Promise.reject(new Error('asked')),
    progress: () => ({ say: () => undefined, end: () => undefined }),
  };
  const status = await runProgram(createProgram(terminal), args, terminal);
  return { status, out, error, body: asked.at(-1)?.body };
}

test('screen prints the outline without what could steer a terminal', async () => {
  answers['screen'] = [reading];
  expect(await run('screen', 'PF-001')).toMatchObject({
    status: 0,
    out: 'app com.android.notes\nn1 button "Save [2J"\n',
  });
  const { out } = await run('screen', 'PF-001', '--json', '--full');
  expect(JSON.parse(out)).toEqual(reading);
  expect(asked.at(-1)?.path).toContain('view=full');
});

test('a phone is taken from another program, and given back', async () => {
  const seat = (is_you: boolean) => ({
    holder: { kind: 'key', name: 'night', id: phone, is_you },
    since: null,
    generation: 1,
  });
  answers['seat/give'] = [seat(false), { ...seat(true), holder: null }];
  answers['seat/take'] = [seat(true)];
  const others = { status: 0, out: 'You didn’t have PF-001: night has it.\n' };
  expect(await run('give', 'PF-001')).toMatchObject(others);
  const own = { status: 0, out: 'PF-001 is yours, until you give it back: pocketfleet give PF-001\n' };
  expect(await run('take', 'PF-001')).toMatchObject(own);
  expect(await run('give', 'PF-001')).toMatchObject({ status: 0, out: 'PF-001 is free.\n' });
});

test('a screen that can’t be read ends with 6 and the reason', async () => {
  answers['screen'] = [{ ...reading, problem: 'busy', detail: 'Appium has it', text: '' }];
  expect(await run('screen', 'PF-001')).toMatchObject({
    status: 6,
    error: expect.stringContaining('Appium has it'),
  });
});

test.each([
  [['tap', 'PF-001', 'n12'], { action: 'tap', ref: 'n12' }],
  [['tap', 'PF-001', '540,1200'], { action: 'tap', x: 540, y: 1200 }],
  [['long-press', 'PF-001', 'n12'], { action: 'long_press', ref: 'n12' }],
  [
    ['type', 'PF-001', 'Grüße 👋', '--into', 'n5'],
    { action: 'type', text: 'Grüße 👋', ref: 'n5', replace: false },
  ],
  [['type', 'PF-001', '--', '-1'], { action: 'type', text: '-1', replace: false }],
  [['type', 'PF-001', '--secret', 'Bank'], { action: 'type', secret: 'Bank', replace: false }],
  [['press', 'PF-001', 'back'], { action: 'press', key: 'back' }],
  [['swipe', 'PF-001', 'n5', 'up'], { action: 'swipe', ref: 'n5', direction: 'up', duration_ms: 300 }],
  [
    ['swipe', 'PF-001', '1,2', '3,4', '--duration', '50'],
    { action: 'swipe', x: 1, y: 2, to_x: 3, to_y: 4, duration_ms: 50 },
  ],
  [['open-app', 'PF-001', 'com.android.notes'], { action: 'open_app', app: 'com.android.notes' }],
])('%j asks for one action and prints what changed', async (args, action) => {
  answers['actions'] = [done];
  expect(await run(...args)).toMatchObject({ status: 0, out: '~ n1 button "Saved"\n', body: action });
});

test.each([
  [{ ...done, done: false, why: 'covered', detail: 'A dialog.' }, 6, 'Refused (covered). A dialog.'],
  [{ ...done, done: false, why: 'gone' }, 6, 'Refused (gone). It is no longer on the screen.'],
  [{ ...done, done: false, why: 'seat_taken', detail: 'A person has the phone: ada.' }, 6, 'ada'],
  [{ ...done, confirmed: 'different' }, 6, 'another text'],
  [{ ...done, confirmed: 'unconfirmed' }, 0, 'could not be read back'],
] as const)('what an action came to is told by the exit status', async (result, status, text) => {
  answers['actions'] = [result];
  expect(await run('type', 'PF-001', 'x')).toMatchObject({ status, error: expect.stringContaining(text) });
});

test.each([
  [['tap', 'PF-001', 'Save'], 'is no target'],
  [['swipe', 'PF-001', 'n5', 'n6'], 'ends at a point'],
  [['type', 'PF-001'], 'Give a text'],
  [['type', 'PF-001', 'x', '--secret', 'Bank'], 'Give a text'],
  [['press', 'PF-001', 'any'], 'Allowed choices'],
  [['wait', 'PF-001'], 'Say what to wait for'],
  [['wait', 'PF-001', '--text', 'x', '--timeout', 'long'], 'milliseconds'],
])('%j is wrong usage', async (args, text) => {
  expect(await run(...args)).toMatchObject({ status: 2, error: expect.stringContaining(text) });
});

test('wait ends with 0 when it comes, and with 11 when it doesn’t', async () => {
  answers['screen/wait'] = [
    { ...reading, matched: false },
    { ...reading, matched: true },
  ];
  expect(await run('wait', 'PF-001', '--text', 'Saved', '--timeout', '30000')).toMatchObject({ status: 0 });
  expect(
    asked
      .filter(({ path }) => path.includes('wait'))
      .map(({ body }) => (body as { timeout_ms: number }).timeout_ms),
  ).toEqual([20_000, expect.any(Number)]);
  answers['screen/wait'] = [{ ...reading, matched: false }];
  expect(await run('wait', 'PF-001', '--text', 'Saved', '--timeout', '0')).toMatchObject({ status: 11 });
});

test('--watch prints the outline, then changes, dials a lost line again, and ends with the rental', async () => {
  answers['stream/start'] = [
    { success: true, stream_url: '', session_id: phone, ticket: 'T'.repeat(43), expires_at: null },
  ];
  const outline: ScreenNotice = {
    type: 'outline',
    version: 1,
    ...state,
    text: 'n1 button "Save"',
    nodes: [],
  };
  const changes: ScreenNotice = {
    type: 'changes',
    version: 2,
    ...state,
    changed: ['- n1'],
    nodes: [],
    refs: [],
  };
  let dialled = 0;
  sockets.on('connection', (socket: WebSocket) => {
    dialled += 1;
    for (const notice of [outline, changes]) socket.send(JSON.stringify(notice));
    socket.close(dialled === 1 ? 4408 : 4405);
  });
  const { status, out, error } = await run('screen', 'PF-001', '--watch');
  expect(status).toBe(9);
  expect(out).toBe('n1 button "Save"\n\n- n1\n'.repeat(2));
  expect(error).toContain('Dialling again');
});
