// Answers to agents hold no secret and are as short as clients take them: against a real agent beside a virtual phone.
import type { ScreenNode, ScreenReading } from '@pocketfleet/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useRentedPhone } from '../../test/rented-phone.ts';
import { type AgentAnswer, connectTestAgent, type TestAgent, textOf } from '../../test/test-agent-client.ts';
import { maxTextBytes } from './answer-size.ts';

const scene = useRentedPhone();
const everything = ['watch', 'control', 'screen', 'apps', 'files', 'shell', 'secrets'];
const agents: TestAgent[] = [];
let agent: TestAgent;

const connect = async (permissions: string[]): Promise<TestAgent> => {
  const connected = await connectTestAgent(scene, permissions);
  agents.push(connected);
  return connected;
};
const site = (method: 'GET' | 'POST', path: string, payload?: object) =>
  scene.fleet.site.call(method, path, { token: scene.token, ...(payload && { payload }) });
const read = async (): Promise<ScreenReading> =>
  (await site('GET', `/api/devices/${scene.phone}/screen`)).body as unknown as ScreenReading;
const find = async (test: (node: ScreenNode) => boolean): Promise<ScreenNode> =>
  (await read()).nodes.find(test) ?? expect.fail('it is not on the screen');
const patience = { timeout: 60_000, interval: 500 };
/** On a busy machine the line to the phone may have to be dialled again. */
const works = (name: string, args: object): Promise<void> =>
  vi.waitFor(async () => expect(await agent.call(name, args)).toMatchObject({ isError: false }), patience);
const open = async (app: string): Promise<void> => {
  await works('app', { do: 'close', app });
  await works('app', { do: 'open', app });
  await works('wait_for', { app, idle: true });
};
/** The tenant's storage, as adb's shell reaches it. */
const storage = 'dir=/storage/emulated/$(am get-current-user)/Download';
const pictureOf = ({ content }: AgentAnswer) => content.find(({ type }) => type === 'image');

beforeEach(async () => {
  const isRead = async () => expect(await read()).toMatchObject({ problem: null });
  await vi.waitFor(isRead, { timeout: 60_000, interval: 200 });
  agent = await connect(everything);
});
afterEach(async () => {
  for (const each of agents.splice(0)) await each.close();
});

/** Around 28 KB of a phone's text stand a few sentences of ours, twice. */
const wall = maxTextBytes + 1_024;
const sizeOf = (answer: AgentAnswer) => ({
  text: Buffer.byteLength(textOf(answer)),
  structured: Buffer.byteLength(JSON.stringify(answer.structuredContent)),
});
/** In JSON, quotes are two characters. */
const expectShort = (answer: AgentAnswer): void => {
  expect(sizeOf(answer).text).toBeLessThan(wall);
  expect(sizeOf(answer).structured).toBeLessThan(wall * 1.2);
};

// A huge screen is cut by the phone's host: apps/agent/src/screen/action-ids.test.ts.
test('a huge folder, file and output are cut to what clients take', {
  timeout: 300_000,
}, async () => {
  const path = '/sdcard/Download/long.txt';
  const text = 'Grüße aus Köln. '.repeat(2_000);
  await works('file', { do: 'write', path, text });
  const asRead = await agent.call('file', { do: 'read', path });
  expect(asRead.isError).toBe(true);

  const long = 'n'.repeat(180);
  const made = await agent.call('shell', {
    command: `${storage}; mkdir -p $dir/many; for n in $(seq 1 260); do echo x > $dir/many/${long}$n; done`,
    timeout_s: 50,
  });
  expect(textOf(made)).toContain('Exit code 0');
  const folder = await agent.call('file', { do: 'list', path: '/sdcard/Download/many' });
  expect(textOf(folder)).toContain('there are more');
  expectShort(folder);
  const { entries = [] } = (folder.structuredContent ?? {}) as { entries?: unknown[] };
  const count = entries.length;
  expect(count).toBeGreaterThan(50);
  expect(count).toBeLessThan(260);

  const line = 'o'.repeat(100);
  const printed = await agent.call('shell', {
    command: `for n in $(seq 1 400); do echo ${line}; echo ${line} >&2; done; exit 3`,
    timeout_s: 50,
  });
  // A command that ends by itself is answered, whatever its exit code: a refusal is cut earlier by clients.
  expect(printed).toMatchObject({ isError: false, structuredContent: { exit_code: 3, is_cut: true } });
  expectShort(printed);
  const endless = await agent.call('shell', { command: `while true; do echo ${line}; done`, timeout_s: 5 });
  expect(endless).toMatchObject({ isError: true, structuredContent: { exit_code: null } });
  expect(textOf(endless).length).toBeLessThan(11_000);
});

test('a stored secret is typed by its name, and no picture shows it', async () => {
  scene.fleet.site.app.deps.config.operatorSecretsKeys = [Buffer.alloc(32, 7)];
  const app = 'com.android.signin';
  const value = 'Copper-Kite-7';
  const secret = { name: 'Bank', value, apps: [app], is_for_any_field: true };
  expect((await site('POST', '/api/secrets', secret)).status).toBe(200);
  await open(app);
  expect(pictureOf(await agent.call('screen_read', { picture: true }))).toBeDefined();
  const user = await find(({ id }) => id === 'user_field');
  const both = await agent.call('type_text', { ref: user.ref, secret: 'Bank', text: 'too' });
  expect(textOf(both)).toContain('Give a text or the name of a secret.');
  const typed = await agent.call('type_text', { ref: user.ref, secret: 'Bank', replace: true });
  expect(typed).toMatchObject({ isError: false, structuredContent: { done: true } });
  const shown = await agent.call('screen_read', { picture: true });
  expect(pictureOf(shown)).toBeUndefined();
  expect(textOf(shown)).toContain('No picture: it shows, or may show, a stored secret');
  expect(JSON.stringify([typed, shown])).not.toContain(value);
  // In a field that is masked it doesn't show, until somebody makes it visible.
  const cleared = await agent.call('type_text', { ref: user.ref, text: 'marta', replace: true });
  expect(cleared).toMatchObject({ isError: false });
  const password = await find(({ id }) => id === 'secret_field');
  const step = { action: 'type_text', ref: password.ref, secret: 'Bank', replace: true };
  expect(await agent.call('batch', { actions: [step] })).toMatchObject({ isError: false });
  const home = await agent.call('batch', { actions: [{ action: 'press', key: 'home' }] });
  expect(home).toMatchObject({ isError: false, structuredContent: { untrusted: true } });
  expect(pictureOf(await agent.call('screen_read', { picture: true }))).toBeDefined();
});

test('no command runs in the shell while a person has the phone', async () => {
  expect((await site('POST', `/api/devices/${scene.phone}/seat/take`)).status).toBe(200);
  const command = `${storage}; touch $dir/by-shell`;
  const refused = await agent.call('shell', { command });
  expect(refused).toMatchObject({ isError: true });
  expect(textOf(refused)).toContain('A person has the phone: ada.');
  const list = async () => textOf(await agent.call('file', { do: 'list', path: '/sdcard/Download' }));
  expect(await list()).not.toContain('by-shell');
  await site('POST', `/api/devices/${scene.phone}/seat/give`);
  const run = await agent.call('shell', { command });
  expect(run).toMatchObject({ isError: false, structuredContent: { exit_code: 0 } });
  expect(await list()).toContain('by-shell');
});

test('a second program is told how it gets the phone: by a person', async () => {
  expect(await agent.call('press', { key: 'home' })).toMatchObject({ isError: false });
  const second = await connect(everything);
  const path = '/sdcard/Download/second.txt';
  for (const answer of [
    await second.call('press', { key: 'home' }),
    await second.call('file', { do: 'write', path, text: 'mine' }),
  ]) {
    expect(answer).toMatchObject({ isError: true });
    expect(textOf(answer)).toContain('Another program has the phone');
    expect(textOf(answer)).toContain('ask a person with ask_human to free it');
    expect(textOf(answer)).not.toContain('when you take it');
  }
});

test('a step of a batch is as strict as the tool of its name, and takes the same fields', async () => {
  await open('com.android.signin');
  const field = await find(({ id }) => id === 'user_field');
  const actions = [
    { action: 'type_text', ref: field.ref, text: 'one', replace: true },
    { action: 'tap', ref: field.ref, long: true },
    { action: 'press', key: 'home' },
  ];
  const done = await agent.call('batch', { actions });
  expect(done.structuredContent).toMatchObject({
    untrusted: true,
    steps: [
      { action: 'type_text', done: true },
      { action: 'tap', done: true },
      { action: 'press', done: true },
    ],
    left_out: 0,
  });
  const wrong = await agent.call('batch', { actions: [{ action: 'press', key: 'home', long: true }] });
  expect(wrong).toMatchObject({ isError: true });
  expect(textOf(wrong)).toContain('long');
  const none = await agent.call('batch', { actions: [{ action: 'dance' }] });
  expect(none).toMatchObject({ isError: true });
});

test('an app that isn’t installed is neither opened nor removed, and the agent is told why', async () => {
  for (const action of ['open', 'clear', 'uninstall']) {
    const answer = await agent.call('app', { do: action, app: 'com.nobody.has' });
    expect(answer).toMatchObject({ isError: true });
    expect(textOf(answer)).toContain('installed');
  }
});

test('a batch that fails in the middle says what was done before', async () => {
  const actions = [
    { action: 'press', key: 'home' },
    { action: 'type_text', secret: 'Nobody has it' },
    { action: 'press', key: 'back' },
  ];
  const answer = await agent.call('batch', { actions });
  expect(answer).toMatchObject({
    isError: true,
    structuredContent: { steps: [{ done: true }, { done: false, why: 'failed' }], left_out: 1 },
  });
  expect(textOf(answer)).toContain('1 of 3 actions done.');
  expect(textOf(answer)).toContain('There is no secret “Nobody has it”.');
});

test('a key’s last call of a tool is told apart from its other uses', async () => {
  const other = await connect(['watch', 'control', 'screen']);
  const path = `/api/devices/${scene.phone}/screen`;
  expect((await scene.fleet.site.call('GET', path, { token: other.key })).status).toBe(200);
  const listed = async () => {
    const { keys } = (await site('GET', '/api/keys')).body as unknown as { keys: Record<string, unknown>[] };
    return keys.find(({ id }) => id === other.keyId);
  };
  expect(await listed()).toMatchObject({ last_used_at: expect.any(String), last_agent_call_at: null });
  await other.call('screen_read');
  expect(await listed()).toMatchObject({ last_agent_call_at: expect.any(String) });
});
