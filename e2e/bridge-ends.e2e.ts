// When the right to a phone ends, its bridge ends: what runs in adb says why, the command ends with the exit status of the
// reason, and nothing is left in adb.
import { type ChildProcess, spawn } from 'node:child_process';
import { connect as dial, type Socket } from 'node:net';
import { routes } from '@pocketfleet/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { type CustomersComputer, commandLine, startCustomersComputer } from './customers-computer.ts';
import { createCustomer, type NewCustomer } from './new-customer.ts';
import { callAsOperator } from './operator-calls.ts';
import { tokenOf } from './sign-in.ts';

const reason = 'a journey looks at what happens then';
const patience = { timeout: 60_000, interval: 100 };
const site = inject('site');
let computer: CustomersComputer | undefined;
let customer: NewCustomer;
let token: string;
let rental: { id: string; tag: string; assignmentId: string } | undefined;
const running: (ChildProcess | Socket)[] = [];

beforeAll(async () => {
  customer = await createCustomer({ site, operator: inject('operator') });
  token = await tokenOf(site, customer);
  computer = await startCustomersComputer(site, customer);
});
afterAll(() => computer?.stop());
beforeEach((context) => {
  context.skip(computer === undefined, 'adb is not installed and could not be installed');
});
afterEach(async () => {
  for (const each of running.splice(0)) 'kill' in each ? each.kill() : each.destroy();
  const params = { id: rental?.assignmentId ?? '' };
  await callAsOperator('revokeAssignment', { params, body: { reason } }).catch(() => undefined);
  rental = undefined;
});

it('the end of the rental by our team ends everything with 9', async () => {
  const { assignmentId } = await rent();
  const bridge = await openBridge();
  await callAsOperator('revokeAssignment', { params: { id: assignmentId }, body: { reason } });
  await expectEnd(bridge, 9, 'rental of this phone has ended');
});

it('the end of the time that was rented ends everything with 9', async () => {
  await rent(new Date(Date.now() + 40_000).toISOString());
  await expectEnd(await openBridge(), 9, 'rental of this phone has ended');
});

it('a key that is revoked ends everything with 3', async () => {
  await rent();
  const { id, key } = await makeKey();
  const bridge = await openBridge(key);
  await callSite('DELETE', `/keys/${id}`);
  await expectEnd(bridge, 3, 'your key has ended');
});

it('a key that is cut off from the phone ends everything with 4', async () => {
  const phone = await rent();
  const { id, key } = await makeKey();
  const bridge = await openBridge(key);
  await callSite('POST', `/devices/${phone.id}/seat/cut`, { kind: 'key', id });
  await expectEnd(bridge, 4, 'cut you off');
});

type Bridge = { serial: string; program: Ended; shell: Ended; forward: Promise<void> };
type Ended = Promise<{ status: number | null; error: string }>;

/** `connect --foreground` with a shell and a forward that would go on for long. */
async function openBridge(key?: string): Promise<Bridge> {
  const { adbProgram, adbPort, env, adb } = here();
  const keyed = key === undefined ? env : { ...env, POCKETFLEET_KEY: key };
  const connect = start(process.execPath, [commandLine, 'connect', rental?.tag ?? '', '--foreground'], keyed);
  await vi.waitFor(() => expect(connect.out()).toMatch(/as 127\.0\.0\.1:\d+/), patience);
  const serial = /as (127\.0\.0\.1:\d+)/.exec(connect.out())?.[1] ?? '';
  const shell = start(
    adbProgram,
    ['-P', String(adbPort), '-s', serial, 'shell', 'echo begun; sleep 600'],
    env,
  );
  await vi.waitFor(() => expect(shell.out()).toContain('begun'), patience);
  const reverse = await adb('-s', serial, 'reverse', 'tcp:8766', `tcp:${adbPort}`);
  expect(reverse.status).toBe(0);
  const port = Number((await adb('-s', serial, 'forward', 'tcp:0', 'tcp:8766')).out);
  // Through the phone to the adb server of this computer, which waits for a request.
  const socket = dial(port, '127.0.0.1');
  running.push(socket);
  const forward = new Promise<void>((closed) => socket.once('close', () => closed()));
  socket.on('error', () => undefined);
  return { serial, program: connect.ended, shell: shell.ended, forward };
}

async function expectEnd(bridge: Bridge, status: number, why: string): Promise<void> {
  const [program, shell] = await Promise.all([bridge.program, bridge.shell]);
  expect(program).toMatchObject({ status, error: expect.stringContaining(why) });
  expect(shell).toMatchObject({ status: 255, error: expect.stringContaining(why) });
  await bridge.forward;
  const { adb, pocketfleet } = here();
  expect((await adb('devices')).out).not.toContain(bridge.serial);
  const { rows, ended } = JSON.parse((await pocketfleet(['status', '--json'])).out);
  expect(rows).toEqual([]);
  expect(ended).toContainEqual(
    expect.objectContaining({ tag: rental?.tag, detail: expect.stringContaining(why) }),
  );
}

function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    error += String(chunk);
  });
  const ended: Ended = new Promise((done) => child.once('close', (status) => done({ status, error })));
  return { out: () => out, ended };
}

async function rent(expires_at: string | null = null): Promise<NonNullable<typeof rental>> {
  const query = '?tenant=none&state=ready&connection=online&per_page=200';
  const free = await vi.waitFor(async () => {
    const found = (await callAsOperator('listPhones', { query })).rows.find((row) => !row.next_tenant);
    if (found === undefined) throw new Error('no phone is free');
    return found;
  }, patience);
  const { assignment_id } = await callAsOperator('assignPhone', {
    params: { id: free.id },
    body: { username: customer.username, expires_at, reason },
  });
  const tag = await vi.waitFor(async () => {
    const phones = routes.listPhones.response.parse(await callSite('GET', '/phones'));
    const mine = phones.find(({ id }) => id === free.id);
    if (mine === undefined) throw new Error('the phone is not rented yet');
    return mine.tag;
  }, patience);
  rental = { id: free.id, tag, assignmentId: assignment_id };
  return rental;
}

async function makeKey(): Promise<{ id: string; key: string }> {
  const body = { name: `bridge ${Math.random()}`, permissions: ['watch', 'adb'], phones: 'all' };
  return (await callSite('POST', '/keys', body)) as { id: string; key: string };
}

async function callSite(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${site}/api${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      authorization: `Bearer ${token}`,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

function here(): CustomersComputer {
  if (computer === undefined) throw new Error('adb is not installed');
  return computer;
}
