// Each command of the packed command line against the product: its exit status, what it prints with --json, and one refusal.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { buildApk } from '@pocketfleet/android-shell/testing/apk-builder';
import { createTerminal } from '@pocketfleet/command-line';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { startReceiver } from '../apps/api/test/test-receiver.ts';
import { createProgram } from '../packages/cli/src/cli.ts';
import { type CustomersComputer, type Ran, startCustomersComputer } from './customers-computer.ts';
import { createCustomer, type NewCustomer } from './new-customer.ts';
import { rentPhone } from './rent-a-phone.ts';
import { tokenOf } from './sign-in.ts';

const site = inject('site');
const noApp = 'org.example.nowhere';
let computer: CustomersComputer | undefined;
let customer: NewCustomer;
let program: string;
let tag = '';
const running: ChildProcess[] = [];
/** Recordings have tests of their own. */
const testedElsewhere = /^record/;
/** The commands that were seen to work, and to refuse. */
const worked = new Set<string>();
const refused = new Set<string>();

beforeAll(async () => {
  customer = await createCustomer({ site, operator: inject('operator') });
  computer = await startCustomersComputer(site, customer);
  if (computer === undefined) return;
  const { folder } = computer;
  const packed = await fetch(`${site}/programs/pocketfleet.tgz`);
  const file = join(folder, 'pocketfleet.tgz');
  writeFileSync(file, Buffer.from(await packed.arrayBuffer()));
  expect(spawnSync('tar', ['xzf', file, '-C', folder]).status).toBe(0);
  program = join(folder, 'package/bin/pocketfleet.mjs');
  await rentPhone(site, inject('dataDir'), await tokenOf(site, customer));
  const { rows } = (await json('phones')) as { rows: { tag: string }[] };
  tag = rows[0]?.tag ?? '';
});
afterAll(() => computer?.stop());
beforeEach((context) => {
  context.skip(computer === undefined, 'adb is not installed and could not be installed');
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill();
});

it('account: login, whoami, phones', async () => {
  expect(await json('whoami')).toMatchObject({ username: customer.username, url: site });
  const login = ['login', '--username', customer.username];
  const signedIn = await pocketfleet([...login, '--json'], `${customer.password}\n`);
  expect(note(worked, login, JSON.parse(signedIn.out))).toMatchObject({
    username: customer.username,
    url: site,
  });
  note(refused, login, expectRefusal(await pocketfleet(login, 'wrong\n'), 3));
  const stranger = { POCKETFLEET_KEY: `pf_live_${'x'.repeat(38)}` };
  for (const verb of ['whoami', 'phones', 'questions', 'webhooks list']) {
    const args = verb.split(' ');
    note(refused, args, expectRefusal(await pocketfleet(args, '', stranger), 3));
  }
});

it('adb: connect, status, doctor, disconnect', async () => {
  const connected = await json('connect', tag);
  expect(connected).toEqual({
    phone: tag,
    serial: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    user: expect.any(Number),
  });
  expect(await json('status')).toMatchObject({
    rows: [{ tag, serial: connected['serial'], line: 'up' }],
    ended: [],
  });
  expect(await json('doctor')).toMatchObject({
    checks: expect.arrayContaining([{ name: 'adb', ok: true, detail: expect.any(String) }]),
  });
  expect(await json('disconnect', tag)).toEqual({ disconnected: [tag] });
  await refuse(5, 'You have no phone', 'connect', 'PF-999');
  const { key } = await makeKey(['watch']);
  expectRefusal(await pocketfleet(['connect', tag], '', { POCKETFLEET_KEY: key }), 4);
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const taken = String((other.address() as AddressInfo).port);
  await refuse(6, `Port ${taken} is taken`, 'connect', tag, '--port', taken);
  other.close();
  // Nothing is left of the attempts.
  expect(await json('status')).toEqual({ rows: [], ended: [] });
  await refuse(2, 'unknown option', 'status', '--nothing');
  await refuse(2, 'Name a phone', 'disconnect');
  const withoutAdb = { PATH: '/nowhere', ANDROID_HOME: '', ANDROID_SDK_ROOT: '' };
  note(refused, ['doctor'], expectRefusal(await pocketfleet(['doctor'], '', withoutAdb), 12));
});

it('files: shell, push, pull, install, screenshot', async () => {
  const { folder } = here();
  const at = (name: string): string => join(folder, name);
  writeFileSync(at('a.txt'), 'hello');
  writeFileSync(at('app.apk'), buildApk({ packageName: 'org.example.typed' }));
  const echoed = await pocketfleet(['shell', '--json', tag, 'echo hi; exit 3']);
  expect(echoed.status).toBe(3);
  expect(note(worked, ['shell'], JSON.parse(echoed.out))).toMatchObject({ stdout: 'hi\n', exit_code: 3 });
  expect(await json('push', tag, at('a.txt'))).toEqual({
    phone: tag,
    path: '/sdcard/Download/a.txt',
    bytes: 5,
  });
  expect(await json('pull', tag, '/sdcard/Download/a.txt', at('b.txt'))).toMatchObject({ bytes: 5 });
  expect(readFileSync(at('b.txt'), 'utf8')).toBe('hello');
  expect(await json('install', tag, at('app.apk'))).toEqual({ phone: tag, installed: 'app.apk' });
  expect(await json('screenshot', tag, at('c.png'))).toMatchObject({ file: at('c.png') });
  expect(readFileSync(at('c.png')).toString('latin1', 1, 4)).toBe('PNG');
  await refuse(5, 'You have no phone', 'shell', 'PF-999', 'id');
  await refuse(5, 'There is no file', 'push', tag, at('missing'));
  await refuse(6, '', 'pull', tag, '/sdcard/Download/missing', at('d'));
  await refuse(6, '', 'install', tag, at('a.txt'));
  await refuse(5, 'You have no phone', 'screenshot', 'PF-999');
});

it('the screen: open-app, screen, tap, long-press, type, press, swipe, wait, close-app, give, take', async () => {
  const done = { untrusted: true, done: true };
  const notes = 'com.android.notes';
  expect(await json('open-app', tag, notes)).toMatchObject(done);
  expect(await json('wait', tag, '--app', notes, '--idle')).toMatchObject({ untrusted: true, matched: true });
  const { nodes } = (await json('screen', tag)) as { nodes: { ref: string; role: string }[] };
  const field = nodes.find(({ role }) => role === 'field')?.ref ?? '';
  expect(await json('tap', tag, field)).toMatchObject(done);
  expect(await json('type', tag, 'Hello', '--into', field)).toMatchObject({
    ...done,
    confirmed: 'confirmed',
  });
  expect(await json('press', tag, 'home')).toMatchObject(done);
  expect(await json('long-press', tag, '200,400')).toMatchObject(done);
  expect(await json('swipe', tag, '200,900', '200,300')).toMatchObject(done);
  expect(await json('close-app', tag, notes)).toMatchObject(done);
  expect(await json('give', tag)).toMatchObject({ holder: null });
  expect(await json('take', tag)).toMatchObject({ holder: { is_you: true } });
  for (const verb of ['give', 'take']) await refuse(5, 'You have no phone', verb, 'PF-999');
  await refuse(5, 'You have no phone', 'screen', 'PF-999');
  await refuse(6, 'Refused (gone)', 'tap', tag, 'n99999');
  await refuse(2, 'is no target', 'long-press', tag, 'Save');
  await refuse(2, 'Give a text', 'type', tag);
  await refuse(2, 'Allowed choices', 'press', tag, 'any');
  await refuse(2, 'ends at a point', 'swipe', tag, 'n5', 'n6');
  await refuse(6, '', 'open-app', tag, noApp);
  await refuse(5, 'You have no phone', 'close-app', 'PF-999', notes);
  await refuse(11, 'didn’t come', 'wait', tag, '--app', noApp, '--timeout', '100');
});

it('webhooks: add, list, test, deliveries, resend, off, on, rotate, remove', async () => {
  const receiver = await startReceiver();
  try {
    const { id, secret } = await json('webhooks', 'add', receiver.url, '--event', 'rental.ended');
    expect(secret).toMatch(/^whsec_/);
    expect(await json('webhooks', 'list')).toMatchObject({ rows: [{ id, url: receiver.url, state: 'on' }] });
    const { delivery_id } = await json('webhooks', 'test', receiver.url);
    const deliveries = () => json('webhooks', 'deliveries', String(id));
    await expect.poll(deliveries).toMatchObject({ rows: [{ id: delivery_id, state: 'delivered' }] });
    await json('webhooks', 'resend', String(id), String(delivery_id));
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(await json('webhooks', 'off', String(id))).toMatchObject({ state: 'off' });
    expect(await json('webhooks', 'on', String(id))).toMatchObject({ state: 'on' });
    expect((await json('webhooks', 'rotate', String(id)))['secret']).not.toBe(secret);
    await refuse(5, '', 'webhooks', 'resend', String(id), randomUUID());
    await json('webhooks', 'remove', String(id));
    for (const verb of ['test', 'deliveries', 'off', 'on', 'rotate', 'remove'])
      await refuse(5, 'There is no webhook', 'webhooks', verb, String(id));
    await refuse(6, '', 'webhooks', 'add', 'https://10.0.0.1/', '--event', 'rental.ended');
  } finally {
    await receiver.stop();
  }
});

it('agents: mcp asks, questions lists it, answer answers', async () => {
  const { key } = await makeKey();
  const mcp = start(['mcp'], { POCKETFLEET_KEY: key });
  const call = (id: number, method: string, params: object): void =>
    void mcp.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  const clientInfo = { name: 'journey', version: '1' };
  call(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  await expect.poll(mcp.out).toContain('"id":1');
  const question = { phone: tag, question: 'Which time?', choices: ['Seven', 'Eight'] };
  call(2, 'tools/call', { name: 'ask_human', arguments: question });
  await expect.poll(mcp.out).toContain('"id":2');
  worked.add('mcp');
  const { rows } = (await json('questions')) as { rows: { id: string; question: string }[] };
  expect(rows).toMatchObject([{ question: 'Which time?', state: 'open' }]);
  expect(await json('answer', rows[0]?.id ?? '', 'Seven')).toMatchObject({ answer: { choice: 'Seven' } });
  await refuse(5, '', 'answer', randomUUID(), 'Seven');
  const signedOut = { XDG_CONFIG_HOME: join(here().folder, 'nobody') };
  note(refused, ['mcp'], expectRefusal(await pocketfleet(['mcp'], '', signedOut), 3));
});

it('activity and completion', async () => {
  expect(await json('activity', '--limit', '1')).toMatchObject({ rows: [{ kind: expect.any(String) }] });
  await refuse(2, 'from 1 to 10000', 'activity', '--limit', '0');
  expect((await pocketfleet(['completion', 'bash'])).out).toContain('hand-back');
  worked.add('completion');
  await refuse(2, 'Allowed choices', 'completion', 'tcsh');
});

it('renting: rent, extend, hand-back; and listen hears its end', async () => {
  expect(await json('rent', '--phones', '2')).toMatchObject({
    phones: 2,
    pay_at: expect.stringContaining('/rent?'),
  });
  expect(await json('extend', tag)).toMatchObject({ pay_at: expect.stringContaining('extend=') });
  await refuse(2, '1 to 50', 'rent', '--phones', '0');
  await refuse(5, 'You have no phone', 'extend', 'PF-999');
  const listening = start(['webhooks', 'listen', '--json']);
  await expect.poll(listening.error).not.toBe('');
  note(refused, ['hand-back'], expectRefusal(await pocketfleet(['hand-back', tag], 'n\n'), 2));
  expect(await json('hand-back', tag, '--yes')).toMatchObject({ phone: tag });
  await expect.poll(listening.out).toContain('rental.ended');
  listening.child.kill('SIGTERM');
  expect(await listening.ended).toBe(0);
  for (const line of listening.out().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('type');
  worked.add('webhooks listen');
  await refuse(2, 'is not an address', 'webhooks', 'listen', '--forward-to', 'http://');
});

it('logout', async () => {
  note(refused, ['logout'], expectRefusal(await pocketfleet(['logout'], '', { POCKETFLEET_KEY: 'any' }), 2));
  expect(await json('logout')).toEqual({ signed_out: true });
  expect((await pocketfleet(['phones'])).status).toBe(3);
});

it('no command was forgotten', () => {
  const all = leavesOf(createProgram(createTerminal({}))).filter((name) => !testedElsewhere.test(name));
  expect([...worked].sort()).toEqual(all);
  expect([...refused].sort()).toEqual(all);
});

function leavesOf({ commands }: Pick<ReturnType<typeof createProgram>, 'commands'>, group = ''): string[] {
  const leaves = commands.flatMap((each) =>
    each.commands.length > 0 ? leavesOf(each, `${each.name()} `) : [`${group}${each.name()}`],
  );
  return leaves.sort();
}

function note<Value>(set: Set<string>, args: readonly string[], value: Value): Value {
  set.add(args[0] === 'webhooks' ? args.slice(0, 2).join(' ') : (args[0] ?? ''));
  return value;
}

/** The command's output with --json, which is one line. */
async function json(...args: string[]): Promise<Record<string, unknown>> {
  const ran = await pocketfleet([...args, '--json']);
  expect(ran).toMatchObject({ status: 0 });
  expect(ran.out.trimEnd().split('\n')).toHaveLength(1);
  return note(worked, args, JSON.parse(ran.out) as Record<string, unknown>);
}

async function refuse(status: number, text: string, ...args: string[]): Promise<void> {
  const ran = note(refused, args, expectRefusal(await pocketfleet(args), status));
  expect(ran.error).toContain(text);
}

function expectRefusal(ran: Ran, status: number): Ran {
  expect(ran).toMatchObject({ status, error: expect.stringMatching(/\S/) });
  return ran;
}

function pocketfleet(args: readonly string[], input = '', env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const assigned = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return here().run('/usr/bin/env', [...assigned, process.execPath, program, ...args], input);
}

/** A command that goes on until it is stopped. */
function start(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [program, ...args], { env: { ...here().env, ...env } });
  running.push(child);
  const said = { out: '', error: '' };
  child.stdout.on('data', (chunk) => (said.out += String(chunk)));
  child.stderr.on('data', (chunk) => (said.error += String(chunk)));
  const ended = new Promise<number | null>((done) => child.once('close', done));
  return { child, ended, out: () => said.out, error: () => said.error };
}

async function makeKey(permissions = ['watch', 'control', 'screen']): Promise<{ key: string }> {
  const response = await fetch(`${site}/api/keys`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await tokenOf(site, customer)}`,
    },
    body: JSON.stringify({ name: `scout ${randomUUID()}`, permissions, phones: 'all' }),
  });
  return (await response.json()) as { key: string };
}

function here(): CustomersComputer {
  if (computer === undefined) throw new Error('adb is not installed');
  return computer;
}
