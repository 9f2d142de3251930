// Limits of one program: it can't hold every line of a host, go on after its right has ended, or change a phone that
// somebody else has.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useRentedPhone } from '../../test/rented-phone.ts';
import { makeTestKey } from '../../test/test-keys.ts';
import { sql } from '../platform/database.ts';

const scene = useRentedPhone();
const permissions = ['watch', 'control', 'screen', 'apps', 'files', 'shell'];
type Answer = { content: { text?: string }[]; isError?: boolean };
let client: Client | undefined;
let key: { id: string; key: string };

beforeEach(async () => {
  key = await makeTestKey(scene.fleet.site, scene.token, { permissions });
  client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${key.key}` };
  await client.connect(new StreamableHTTPClientTransport(endpoint(), { requestInit: { headers } }));
});
afterEach(() => client?.close());

const endpoint = () => new URL(`http://${scene.fleet.address}/mcp`);
const call = (name: string, args: object) =>
  client?.callTool({ name, arguments: { phone: scene.phone, ...args } }) as unknown as Promise<Answer>;
const textOf = (answer: Answer): string => answer.content[0]?.text ?? '';
/** Slower than expect.poll does by itself, which would use up a minute's calls. */
const patience = { interval: 500 };
/** On a busy machine the line to the phone may have to be dialled again. */
const shellWorks = () =>
  expect.poll(async () => textOf(await call('shell', { command: 'echo up' })), patience).toContain('up');

test('an array of messages is refused: each would pass by the limits', async () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const answer = await fetch(endpoint(), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify([message, message]),
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ detail: 'Send one message in each request.' });
});

test('four commands run at once on a phone, the fifth waits for its turn', async () => {
  await shellWorks();
  const go = '/sdcard/Download/go';
  const command = `while true; do ls ${go} >/dev/null 2>&1 && break; sleep 0.5; done`;
  // On a busy machine a phone may not answer in time: then the command is sent again.
  const runs = () =>
    expect.poll(async () => (await call('shell', { command, timeout_s: 50 })).isError, patience).toBe(false);
  const four = Promise.all(Array.from({ length: 4 }, runs));
  await expect
    .poll(async () => textOf(await call('shell', { command: 'true' })), patience)
    .toContain('At most 4 commands and pictures of a phone run at once.');
  await scene.fleet.shell(scene.token, scene.phone, `touch ${go}`);
  await four;
  expect((await call('shell', { command: 'true' })).isError).toBe(false);
});

test('a command ends with its key, long before its time', async () => {
  const running = call('shell', { command: 'sleep 40', timeout_s: 50 });
  await shellWorks();
  const startedMs = performance.now();
  await scene.fleet.site.call('DELETE', `/api/keys/${key.id}`, { token: scene.token });
  expect(await running).toMatchObject({ isError: true });
  expect(performance.now() - startedMs).toBeLessThan(20_000);
});

const asAda = (method: 'GET' | 'POST', path: string, payload?: object) =>
  scene.fleet.site.call(method, path, { token: scene.token, ...(payload && { payload }) });

test('a program at work by calls is in the list of who has the phone; a person cuts it off, and its running call says who did', async () => {
  const press = async () => textOf(await call('press', { key: 'home' }));
  await expect.poll(press, patience).toMatch(/^Done/);
  const waiting = call('wait_for', { text: 'it never comes', timeout_s: 30 });
  const listed = async () => (await asAda('GET', `/api/devices/${scene.phone}/viewers`)).body['viewers'];
  await expect
    .poll(listed, patience)
    .toContainEqual({ kind: 'key', id: key.id, name: expect.any(String), is_you: false, guest: null });
  const startedMs = performance.now();
  const cut = await asAda('POST', `/api/devices/${scene.phone}/seat/cut`, { kind: 'key', id: key.id });
  expect(cut.status).toBe(200);
  const answer = await waiting;
  expect(answer).toMatchObject({ isError: true });
  expect(textOf(answer)).toBe('ada has cut you off from this phone.');
  expect(performance.now() - startedMs).toBeLessThan(20_000);
  expect(textOf(await call('tap', { x: 10, y: 10 }))).toContain('A person has the phone: ada.');
  await asAda('POST', `/api/devices/${scene.phone}/seat/give`);
  await expect.poll(press, patience).toContain('seat_returned');
});

test('a key with a limit of actions a minute is told when it goes on; of a batch, what was done before', async () => {
  await client?.close();
  // From the key of another test.
  for (const what of ['take', 'give']) await asAda('POST', `/api/devices/${scene.phone}/seat/${what}`);
  const limited = await makeTestKey(scene.fleet.site, scene.token, { permissions, actions_a_minute: 2 });
  client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${limited.key}` };
  await client.connect(new StreamableHTTPClientTransport(endpoint(), { requestInit: { headers } }));
  const press = { action: 'press', key: 'home' };
  const answer = await call('batch', { actions: [press, press, press] });
  expect(answer).toMatchObject({ isError: true });
  // On a busy machine the first action may not be done in time; the third is refused in any case.
  expect(textOf(answer)).toMatch(/^[12] of 3 actions done/);
  await expect
    .poll(async () => textOf(await call('press', { key: 'home' })), patience)
    .toMatch(/may do 2 actions a minute and has reached this limit.* Try again in \d+ seconds\./s);
  // Control that can't be counted is refused.
  const live = await scene.fleet.site.call('POST', `/api/devices/${scene.phone}/stream/start`, {
    token: limited.key,
    payload: { purpose: 'control' },
  });
  expect(live).toMatchObject({ status: 403, body: { code: 'forbidden' } });
});

test('answers say how many calls are left', async () => {
  const answer = await fetch(endpoint(), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });
  expect(answer.status).toBe(200);
  expect(Number(answer.headers.get('x-ratelimit-limit'))).toBe(600);
  expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBeLessThan(600);
});

test('nothing of a phone is changed while somebody else has it', async () => {
  const taken = await scene.fleet.site.call('POST', `/api/devices/${scene.phone}/seat/take`, {
    token: scene.token,
  });
  expect(taken.status).toBe(200);
  const path = '/sdcard/Download/a.txt';
  for (const [name, args] of [
    ['app', { do: 'clear', app: 'com.android.notes' }],
    ['file', { do: 'write', path, text: 'mine' }],
    ['tap', { x: 10, y: 10 }],
  ] as const) {
    const answer = await call(name, args);
    expect([name, answer.isError]).toEqual([name, true]);
    expect(textOf(answer)).toMatch(/has (?:the|this) phone|uses this phone|person/i);
  }
  const listed = await call('file', { do: 'list', path: '/sdcard/Download' });
  expect(textOf(listed)).not.toContain('a.txt');
  await sql`delete from device_seats`.execute(scene.fleet.site.db);
});
