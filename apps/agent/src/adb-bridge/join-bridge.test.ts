// What a bridge does on a phone: installs, refusals and reverse tunnels.
import { execFile } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { OpenReply } from '@pocketfleet/adb-bridge';
import { buildApk } from '@pocketfleet/android-shell/testing/apk-builder';
import type { Phone } from '@pocketfleet/virtual-phone';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findFreePort } from '../../../../tools/postgres/free-port.ts';
import { findAdb } from '../../../../tools/test-run/system-programs.ts';
import { type BridgeClient, joinInProcess } from '../../test/bridge-client.ts';
import { type LabRunner, openLab, type PhoneLab } from '../../test/phone-lab.ts';
import { AdbServer } from '../adb/adb-server.ts';
import { ServerPhones } from '../adb/server-phones.ts';
import { readAdbKeyPem } from '../agent-files.ts';
import { createTenantUser } from '../cleaning/android-users.ts';

const run = promisify(execFile);
const program = findAdb();
let lab: PhoneLab;
let phone: Phone;
let asked: string[];

beforeEach(async () => {
  lab = openLab();
  phone = await lab.addPhone();
  asked = [];
});
afterEach(() => lab.stop());

/** The customer's computer: answers "hello", but only for this port. */
const computer = (target: string, reply: OpenReply): void => {
  asked.push(target);
  if (target !== 'tcp:3000') {
    reply.refuse('no');
    return;
  }
  const stream = reply.accept();
  void stream.write(Buffer.from('hello')).then(() => stream.end());
};

/** Runs the work on the phone, with the tenant's user on it. */
async function onPhone(
  { runner, reports }: LabRunner,
  work: (bridge: BridgeClient, user: number) => Promise<void>,
): Promise<void> {
  await expect.poll(() => reports.at(-1)?.state, { timeout: 60_000 }).toBe('ready');
  await runner.withAdb(async (adb) => {
    const user = await createTenantUser(adb, '12345678-0000');
    const bridge = joinInProcess(adb, user, computer);
    await work(bridge, user);
    await bridge.end();
  });
}

const heard = async (name: string): Promise<string> =>
  String(await buffer(await phone.sockets.connect(name)));

test('an app is installed for the tenant’s user alone, and another user is refused', async () => {
  const apk = buildApk({ packageName: 'org.example.app' });
  await onPhone(lab.addRunner(phone.port), async (bridge, user) => {
    expect(user).not.toBe(0);
    expect(await bridge.read(`exec:cmd package install -S ${apk.length}`, apk)).toContain('Success');
    expect(await bridge.read(`exec:pm list packages --user ${user}`)).toContain('org.example.app');
    expect(await bridge.read('exec:pm list packages --user 0')).not.toContain('org.example.app');
    expect(await bridge.refusal(`exec:cmd package install --user 0 -S ${apk.length}`)).toContain(`(${user})`);
  });
});

test('the sockets of our own running capture are refused, and the customer’s are not', async () => {
  const listen = vi.spyOn(phone.sockets, 'listen');
  const lane = lab.addRunner(phone.port);
  await onPhone(lane, async (bridge) => {
    const keys: boolean[] = [];
    lane.runner
      .capture('tile')
      .join({ send: (_, __, key) => keys.push(key), failed: (reason) => expect.fail(reason) });
    await expect.poll(() => keys.includes(true), { timeout: 60_000 }).toBe(true);
    // An earlier server, such as one that was too slow, may have ended.
    const own = listen.mock.calls.map(([name]) => name).findLast((name) => name.startsWith('scrcpy_'));
    expect(own).toBeDefined();
    expect(await bridge.refusal(`localabstract:${own}`)).toContain('Pocketfleet’s own programs');
    phone.sockets.listen('theirs', (socket) => socket.end('mine'));
    expect(await bridge.read('localabstract:theirs')).toBe('mine');
    // Nobody listens: adbd says nothing, and so does the bridge.
    expect(await bridge.refusal('localabstract:nobody')).toBe('');
  });
});

test('refused services never reach the phone, and say why', async () => {
  await onPhone(lab.addRunner(phone.port), async (bridge) => {
    expect(bridge.banner()).toMatch(/^device::.*features=.*shell_v2/);
    expect(bridge.banner()).not.toMatch(/delayed_ack|remount_shell/);
    expect(await bridge.refusal('root:')).toContain('adb root is not possible');
    expect(await bridge.refusal('tcpip:5555')).toContain('serial');
    expect(await bridge.refusal('something:')).toContain('not offered');
    expect(await bridge.read('exec:echo still here')).toBe('still here\n');
    expect(bridge.yields).toEqual([]);
    await bridge.read('exec:uiautomator dump');
    expect(bridge.yields).toEqual(['uiautomator']);
  });
});

test('a reverse leads to the customer’s side, and ends with the bridge', async () => {
  await onPhone(lab.addRunner(phone.port), async (bridge) => reverses(bridge));
  await expect(heard('kept')).rejects.toThrow('nobody listens');
});

describe('behind the host’s own adb server', () => {
  let server: AdbServer | undefined;
  afterEach(() => server?.stop());

  async function findPhone(): Promise<LabRunner> {
    const found: LabRunner[] = [];
    const log = pino({ level: 'silent' });
    const phones: ServerPhones = new ServerPhones({
      addresses: [`127.0.0.1:${phone.port}`],
      log,
      onPhone: (place) => found.push(lab.addRunnerBy((timeoutMs) => phones.connect(place, timeoutMs))),
    });
    server = new AdbServer({
      program: program ?? '',
      homeDir: `${lab.dir}/adb`,
      keyPem: readAdbKeyPem(lab.dir),
      log,
      onUp: (port) => phones.up(port),
      onDown: () => phones.down(),
    });
    server.start();
    await expect.poll(() => found.length, { timeout: 60_000 }).toBe(1);
    return found[0] as LabRunner;
  }

  test.runIf(program !== undefined)('a reverse leads to the customer’s side as well', async () => {
    await onPhone(await findPhone(), async (bridge) => reverses(bridge));
    await expect(heard('kept')).rejects.toThrow('nobody listens');
  });

  test.runIf(program !== undefined)(
    'another adb of the host uses the phone, and ends its server',
    async () => {
      const env = { ...process.env, HOME: lab.dir, ANDROID_ADB_SERVER_PORT: String(await findFreePort()) };
      const adb = async (...args: string[]): Promise<string> =>
        (await run(program ?? '', args, { env })).stdout;
      const serial = `127.0.0.1:${phone.port}`;
      await onPhone(await findPhone(), async (bridge) => {
        expect(await adb('connect', serial)).toContain('connected to');
        expect(await adb('-s', serial, 'shell', 'echo', 'theirs')).toBe('theirs\n');
        expect(await bridge.read('exec:echo ours')).toBe('ours\n');
        await adb('kill-server');
        expect(await bridge.read('exec:echo still ours')).toBe('still ours\n');
      });
    },
  );
});

/** Leaves one reverse, "kept". */
async function reverses(bridge: BridgeClient): Promise<void> {
  expect(await bridge.read('reverse:forward:localabstract:kept;tcp:3000')).toBe('OKAY');
  expect(await bridge.read('reverse:forward:localabstract:other;tcp:22')).toBe('OKAY');
  expect(await bridge.read('reverse:list-forward')).toContain('localabstract:kept tcp:3000\n');
  expect(await heard('kept')).toBe('hello');
  expect(await heard('other')).toBe('');
  expect(asked).toEqual(['tcp:3000', 'tcp:22']);
  expect(await bridge.read('reverse:killforward:localabstract:other')).toBe('OKAY');
  await expect(heard('other')).rejects.toThrow('nobody listens');
  expect(await bridge.read('reverse:killforward:localabstract:other')).toMatch(/^FAIL/);
}
