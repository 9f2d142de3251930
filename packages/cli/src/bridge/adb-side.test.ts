// The customer's side with Debian's adb, a line that can be cut, and no product.
import { spawn } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findFreePort } from '../../../../tools/postgres/free-port.ts';
import { findAdb } from '../../../../tools/test-run/system-programs.ts';
import { Line } from '../../../client/src/adb/line.ts';
import { AdbSide } from '../../../client/src/node/adb-side.ts';
import { type FarSide, farBanner, startFarSide } from '../../../client/test/far-side.ts';
import { attachAgain, attachToAdb } from './adb-server-client.ts';

type Ran = { status: number | null; out: string; error: string };

const adbProgram = findAdb();
const folder = mkdtempSync(join(tmpdir(), 'pocketfleet-adb-side-'));
const bigFile = join(folder, 'big.bin');
const refused: string[] = [];
let far: FarSide;
let line: Line;
let side: AdbSide;
let serial: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  if (adbProgram === undefined) return;
  // More than adb, the bridge and the wire hold together, so a push can't end by itself.
  const file = openSync(bigFile, 'w');
  ftruncateSync(file, 64 * 1024 * 1024);
  closeSync(file);
  env = { ...process.env, HOME: folder, ANDROID_ADB_SERVER_PORT: String(await findFreePort()) };
  far = await startFarSide();
  side = new AdbSide({
    open: (service) => line.open(service),
    onRefused: (service, reason) => refused.push(`${service}: ${reason}`),
    restoreEveryMs: 10,
  });
  line = new Line(far.caller, 'device', {
    onOpen: (target, reply) => void side.openToComputer(target, reply),
    onUp: () => void side.restoreReverses(),
    onDown: () => undefined,
    onEnd: (error) => {
      throw error;
    },
  });
  line.start();
  serial = `127.0.0.1:${await side.listen(0, farBanner)}`;
  await attachToAdb(env, serial);
});
afterAll(async () => {
  if (adbProgram !== undefined) {
    await adb('kill-server');
    line.stop();
    await side.close();
    await far.stop();
  }
  rmSync(folder, { recursive: true, force: true });
});
beforeEach((context) => {
  context.skip(adbProgram === undefined, 'adb is not installed');
});

it('a line that is cut 20 times: no phone is offline, what was cut fails, and the next command works', async () => {
  for (let cut = 1; cut <= 20; cut += 1) {
    far.stuck.length = 0;
    const running = [adb('-s', serial, 'shell', 'wait'), adb('-s', serial, 'push', bigFile, '/sdcard/big')];
    await expect.poll(() => far.stuck.length).toBe(2);
    far.cut();
    const [listed, [shell, push]] = await Promise.all([adb('devices'), Promise.all(running)]);
    // Only now is the cut known here: a command before that would be cut, too.
    const next = await adb('-s', serial, 'shell', `after ${cut}`);
    expect(listed.out).toContain(`${serial}\tdevice`);
    expect(shell).toMatchObject({
      status: 255,
      error: expect.stringContaining('The line to the phone was lost.'),
    });
    expect(push).toMatchObject({ status: 1 });
    expect(next).toEqual({ status: 0, out: `after ${cut}\n`, error: '' });
  }
});

it('a shell that the phone’s side ends without an exit status fails, also within a packet', async () => {
  for (const cutPacket of [undefined, Buffer.from([1, 200, 0, 0, 0, 104, 105])]) {
    far.stuck.length = 0;
    const running = adb('-s', serial, 'shell', 'wait');
    await expect.poll(() => far.stuck.length).toBe(1);
    if (cutPacket !== undefined) await far.stuck[0]?.write(cutPacket);
    await far.stuck[0]?.end('');
    expect(await running).toEqual({
      status: 255,
      out: cutPacket === undefined ? '' : 'hi',
      error: '\npocketfleet: The phone was lost.\n',
    });
  }
});

it('the phone can’t open a port of this computer that no reverse leads to, and the attempt is noted', async () => {
  await expect.poll(() => far.streams()).toBeDefined();
  await expect(far.streams()?.open('tcp:22')).rejects.toThrow('not a reverse of this bridge');
  expect(refused.at(-1)).toMatch(/^tcp:22: The phone asked for a connection to this computer/);
});

it('a reverse opens its own target and no other, until it is removed', async () => {
  const server = createServer((socket) => socket.end('from this computer'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const target = `tcp:${(server.address() as { port: number }).port}`;
  try {
    expect((await adb('-s', serial, 'reverse', 'localabstract:a', target)).status).toBe(0);
    const stream = await far.streams()?.open(target);
    expect(Buffer.from((await stream?.read()) ?? []).toString()).toBe('from this computer');
    await expect(far.streams()?.open('tcp:22')).rejects.toThrow('not a reverse');
    expect((await adb('-s', serial, 'reverse', '--remove', 'localabstract:a')).status).toBe(0);
    await expect(far.streams()?.open(target)).rejects.toThrow('not a reverse');
  } finally {
    server.close();
  }
});

it('a reverse is made again after the line was lost, also when the phone is not ready for it at first', async () => {
  expect((await adb('-s', serial, 'reverse', 'localabstract:kept', 'tcp:3001')).status).toBe(0);
  far.reversesAsked.length = 0;
  far.failReverses(2);
  far.cut();
  await expect
    .poll(() => far.reversesAsked)
    .toEqual(Array(3).fill('reverse:forward:localabstract:kept;tcp:3001'));
  expect(side.listReverses()).toEqual(['localabstract:kept tcp:3001']);

  far.failReverses(20);
  far.cut();
  await expect.poll(() => side.listReverses()).toEqual([]);
  expect(refused.at(-1)).toMatch(/localabstract:kept.*The reverse could not be made again: busy$/);
  expect(far.reversesAsked).toHaveLength(23);
});

it('reverses end with the connection of the adb server that made them', async () => {
  expect((await adb('-s', serial, 'reverse', 'localabstract:kept', 'tcp:3001')).status).toBe(0);
  await adb('kill-server');
  await attachAgain(env, serial);
  await expect.poll(() => far.reversesAsked.at(-1)).toBe('reverse:killforward:localabstract:kept');
  expect(side.listReverses()).toEqual([]);
  await expect(far.streams()?.open('tcp:3001')).rejects.toThrow('not a reverse');
});

it('an answer to a reverse that is megabytes long is cut off, and the reverse is not made', async () => {
  const made = await adb('-s', serial, 'reverse', 'localabstract:flood', 'tcp:22');
  expect(made.status).toBe(1);
  expect(refused.at(-1)).toMatch(/: The phone’s answer was too long\.$/);
  await expect(far.streams()?.open('tcp:22')).rejects.toThrow('not a reverse');
});

it('connecting again brings the phone back into a server that was started anew, and cuts nothing otherwise', async () => {
  await adb('kill-server');
  await attachAgain(env, serial);
  expect((await adb('devices')).out).toContain(`${serial}\tdevice`);
  far.stuck.length = 0;
  const running = adb('-s', serial, 'shell', 'wait');
  await expect.poll(() => far.stuck.length).toBe(1);
  await attachAgain(env, serial);
  far.cut();
  // Cut by the line, and not by adb: then there would be no reason.
  expect(await running).toMatchObject({
    status: 255,
    error: expect.stringContaining('The line to the phone'),
  });
  expect(await adb('-s', serial, 'shell', 'after')).toMatchObject({ status: 0, out: 'after\n' });
});

it('a refused service fails in adb, and its reason is noted', async () => {
  expect((await adb('-s', serial, 'root')).status).toBe(1);
  expect(refused.at(-1)).toBe('root:: That service is not offered.');
});

it('a refused shell command says why and fails, and adb doesn’t ask again for ever', async () => {
  expect(await adb('-s', serial, 'shell', 'pm uninstall com.a')).toMatchObject({
    status: 255,
    error: expect.stringContaining('Only your own apps.'),
  });
  const uninstalled = await adb('-s', serial, 'uninstall', 'com.a');
  expect(uninstalled).toMatchObject({ status: 255, error: expect.stringContaining('Only your own apps.') });
});

function adb(...args: string[]): Promise<Ran> {
  const child = spawn(adbProgram ?? 'adb', args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    error += String(chunk);
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (status) => done({ status, out, error }));
  });
}
