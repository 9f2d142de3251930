// The effects of a bridge on a phone: installs, refusals and reverse tunnels.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect as dial } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { OpenReply } from '@pocketfleet/adb-bridge';
import { buildApk } from '@pocketfleet/android-shell/testing/apk-builder';
import type { Phone } from '@pocketfleet/virtual-phone';
import type { AdbSocket } from '@yume-chan/adb';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AdbSide } from '../../../../packages/client/src/node/adb-side.ts';
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
    expect(bridge.banner()).toMatch(/;pocketfleet\.user=[1-9]\d*;/);
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

test('a restart is our own, and adb hears that it succeeded', async () => {
  await onPhone(lab.addRunner(phone.port), async (bridge) => {
    expect(await bridge.read('reboot:')).toBe('');
    expect(bridge.restarts()).toBe(1);
    expect(await bridge.refusal('reboot:bootloader')).toContain('Only a plain restart');
    expect(bridge.restarts()).toBe(1);
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

  test.runIf(program !== undefined)('the questions of Maestro and Android Studio are answered', async () => {
    const port = await findFreePort();
    const env = { ...process.env, HOME: lab.dir, ANDROID_ADB_SERVER_PORT: String(port) };
    await onPhone(await findPhone(), async (bridge) => {
      const side = new AdbSide({ open: bridge.open, onRefused: () => undefined });
      const serial = `127.0.0.1:${await side.listen(0, bridge.banner())}`;
      const ask = (...requests: (string | Buffer)[]): Promise<string> => askServer(port, requests);
      const onSerial = (...requests: (string | Buffer)[]) => ask(`host:transport:${serial}`, ...requests);
      try {
        await run(program ?? '', ['connect', serial], { env });
        expect(await ask('host:devices')).toContain(`${serial}\tdevice`);
        expect(await ask(`host-serial:${serial}:features`)).toContain('shell_v2');
        // Maestro: its driver listens on this port, and is installed by abb_exec.
        phone.sockets.bind('tcp:7001', (socket) => socket.end('driver'));
        expect(await onSerial('tcp:7001')).toBe('OKAYOKAYdriver');
        expect(await onSerial('abb_exec:package\0list\0packages\0-s')).toContain('package:android');
        const path = '/sdcard';
        const stat = Buffer.alloc(8);
        stat.write('STAT');
        stat.writeUInt32LE(path.length, 4);
        const quit = Buffer.from('QUIT\0\0\0\0');
        expect(await onSerial('sync:', Buffer.concat([stat, Buffer.from(path), quit]))).toMatch(
          /^OKAYOKAYSTAT/,
        );
        // Android Studio: no app of a phone for customers can be debugged.
        expect(await onSerial('track-jdwp')).toBe('OKAYOKAY0000');
        expect(await onSerial('track-app')).toBe('OKAYOKAY0000');
        expect(await onSerial('shell,v2,raw:getprop ro.build.version.sdk')).toMatch(/\d\d\n/);
        // Old tools' screenshot: a header of 56 bytes says how many bytes of pixels follow.
        const picture = Buffer.from((await onSerial('framebuffer:')).slice('OKAYOKAY'.length), 'latin1');
        expect([picture.readUInt32LE(0), picture.readUInt32LE(4)]).toEqual([2, 32]);
        expect(picture.length).toBe(56 + picture.readUInt32LE(12));
        expect(picture.readUInt32LE(12)).toBe(4 * picture.readUInt32LE(16) * picture.readUInt32LE(20));
      } finally {
        await run(program ?? '', ['kill-server'], { env });
        await side.close();
      }
    });
  });

  test.runIf(program !== undefined)('a customer’s shell fails when the phone is unplugged', async () => {
    const env = { ...process.env, HOME: lab.dir, ANDROID_ADB_SERVER_PORT: String(await findFreePort()) };
    const adb = (...args: string[]): Promise<{ stdout: string }> => run(program ?? '', args, { env });
    await onPhone(await findPhone(), async (bridge) => {
      const side = new AdbSide({ open: bridge.open, onRefused: () => undefined });
      const serial = `127.0.0.1:${await side.listen(0, bridge.banner())}`;
      try {
        await adb('connect', serial);
        const running = run(program ?? '', ['-s', serial, 'shell', 'echo begun; sleep 600'], { env });
        const shell = running.catch((error: unknown) => error);
        await new Promise((begun) => running.child.stdout?.once('data', begun));
        await phone.setFaults({ unplugged: true });
        expect(await shell).toMatchObject({ code: 255, stderr: '\npocketfleet: The phone was lost.\n' });
      } finally {
        await adb('kill-server');
        await side.close();
      }
    });
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

/** Sends each request once the one before it was accepted, and returns all that the adb server has answered until it ends. */
async function askServer(port: number, requests: readonly (string | Buffer)[]): Promise<string> {
  const socket = dial(port, '127.0.0.1');
  let answer = '';
  for (const request of requests) {
    const accepted = answer.length;
    socket.write(
      typeof request === 'string'
        ? `${Buffer.byteLength(request).toString(16).padStart(4, '0')}${request}`
        : request,
    );
    if (request === requests.at(-1)) break;
    for (; answer.length < accepted + 4; ) {
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      answer += chunk.toString('latin1');
    }
  }
  for await (const chunk of socket) answer += (chunk as Buffer).toString('latin1');
  return answer;
}

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

test('a socket whose phone takes nothing is closed soon after its stream', async () => {
  const { runner, reports } = lab.addRunner(phone.port);
  await expect.poll(() => reports.at(-1)?.state, { timeout: 60_000 }).toBe('ready');
  await runner.withAdb(async (adb) => {
    const user = await createTenantUser(adb, '12345678-0000');
    const close = vi.fn();
    const takesNothing = new WritableStream({ write: () => new Promise(() => undefined) });
    const stuck = {
      readable: new ReadableStream(),
      writable: takesNothing,
      close,
      closed: new Promise(() => undefined),
    };
    vi.spyOn(adb, 'createSocket').mockResolvedValue(stuck as unknown as AdbSocket);
    const bridge = joinInProcess(adb, user, computer);
    const stream = await bridge.open('exec:sleep 600');
    await stream.write(Buffer.alloc(64 * 1024));
    stream.close();
    await expect.poll(() => close.mock.calls.length, { timeout: 60_000 }).toBe(1);
    await bridge.end();
  });
});
