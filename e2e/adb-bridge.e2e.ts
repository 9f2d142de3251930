// A customer's own adb, through `pocketfleet connect`: one outbound websocket for each phone.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, connect as dial } from 'node:net';
import { join } from 'node:path';
import { buildApk } from '@pocketfleet/android-shell/testing/apk-builder';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { type CustomersComputer, type Ran, startCustomersComputer } from './customers-computer.ts';
import { listPhonesOfDemo } from './sign-in.ts';
import { readVirtualPhones } from './virtual-phones.ts';

let computer: CustomersComputer | undefined;
let tags: string[];

beforeAll(async () => {
  computer = await startCustomersComputer(inject('site'));
  tags = (await listPhonesOfDemo(inject('site'))).map(({ tag }) => tag);
});
afterAll(async () => {
  await computer?.stop();
});
beforeEach((context) => {
  context.skip(computer === undefined, 'adb is not installed and could not be installed');
});

it('two phones appear in adb devices, and everyday commands work on both', async () => {
  const serials = await Promise.all([connect(tags[0]), connect(tags[1])]);
  expect(new Set(serials).size).toBe(2);
  const listed = (await adb('devices')).out;
  for (const serial of serials) expect(listed).toContain(`${serial}\tdevice`);
  const { folder } = here();
  const bytes = randomBytes(8_000_000);
  writeFileSync(join(folder, 'eight.bin'), bytes);
  await Promise.all(
    serials.map(async (serial, index) => {
      const on = (...args: string[]): Promise<Ran> => adb('-s', serial, ...args);
      expect(await on('shell', 'echo out; echo err >&2; exit 7')).toMatchObject({
        status: 7,
        out: 'out\n',
        error: 'err\n',
      });
      const back = join(folder, `back-${index}`);
      expect((await on('push', join(folder, 'eight.bin'), '/sdcard/Download/eight.bin')).status).toBe(0);
      expect((await on('pull', '/sdcard/Download/eight.bin', back)).status).toBe(0);
      expect(readFileSync(back).equals(bytes)).toBe(true);
      expect((await on('shell', 'rm', '/sdcard/Download/eight.bin')).status).toBe(0);
      expect((await on('exec-out', 'screencap', '-p')).bytes.toString('latin1', 1, 4)).toBe('PNG');
      expect((await on('logcat', '-d', '-t', '1')).status).toBe(0);
    }),
  );
});

it('says again which serial a connected phone has', async () => {
  const serial = await connect(tags[0]);
  expect(await connect(tags[0])).toBe(serial);
  const status = await pocketfleet(['status', '--json']);
  expect(JSON.parse(status.out)).toMatchObject({
    rows: expect.arrayContaining([expect.objectContaining({ tag: tags[0], serial, line: 'up' })]),
  });
});

it('a phone is in adb again with its serial when the adb server was started anew', async () => {
  const serial = await connect(tags[0]);
  await adb('kill-server');
  expect((await adb('devices')).out).not.toContain(serial);
  expect(await connect(tags[0])).toBe(serial);
  expect((await adb('devices')).out).toContain(`${serial}\tdevice`);
  expect((await adb('-s', serial, 'shell', 'echo', 'back')).out).toBe('back\n');
});

it('refuses what would take the phone from its host, and tells why in the status', async () => {
  const serial = await connect(tags[0]);
  expect(await adb('-s', serial, 'root')).toMatchObject({ status: 1 });
  expect((await adb('-s', serial, 'reboot', 'bootloader')).status).not.toBe(0);
  expect((await pocketfleet(['status'])).out).toContain('Only a plain restart is possible');
  expect((await adb('-s', serial, 'tcpip', '5555')).status).not.toBe(0);
  expect((await pocketfleet(['status'])).out).toContain('How a phone is connected can’t be changed');
  expect((await adb('-s', serial, 'shell', 'echo', 'still here')).out).toBe('still here\n');
});

it('an app is installed and removed for the customer’s own Android user alone', async () => {
  const serial = await connect(tags[0]);
  const on = (...args: string[]): Promise<Ran> => adb('-s', serial, ...args);
  const apk = join(here().folder, 'app.apk');
  writeFileSync(apk, buildApk({ packageName: 'org.example.bridged' }));
  const user = (await on('shell', 'am', 'get-current-user')).out.trim();
  expect(Number(user)).toBeGreaterThan(0);
  // The words of `connect` before the serial.
  expect((await pocketfleet(['connect', tags[0] ?? ''])).out).toBe(
    `Your Android user on ${tags[0]} is ${user}. ${tags[0]} is connected to adb as ${serial}\n`,
  );
  const packagesOf = async (of: string): Promise<string> =>
    (await on('shell', 'pm', 'list', 'packages', '--user', of)).out;
  expect(await on('install', '-r', apk)).toMatchObject({
    status: 0,
    out: expect.stringContaining('Success'),
  });
  expect(await packagesOf(user)).toContain('org.example.bridged');
  expect(await packagesOf('0')).not.toContain('org.example.bridged');
  expect((await on('install', '--user', '0', apk)).status).not.toBe(0);
  expect(await on('uninstall', 'org.example.bridged')).toMatchObject({ status: 0 });
  expect(await packagesOf(user)).not.toContain('org.example.bridged');
});

it('a reverse leads to the customer’s computer, and only a reverse does', async () => {
  const serial = await connect(tags[0]);
  const server = createServer((socket) => socket.end('from the customer'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    expect((await adb('-s', serial, 'reverse', 'tcp:8765', `tcp:${port}`)).status).toBe(0);
    expect((await adb('-s', serial, 'reverse', '--list')).out).toContain(`tcp:8765 tcp:${port}`);
    // A forward leads back here from the program that listens on the phone.
    const forwarded = (await adb('-s', serial, 'forward', 'tcp:0', 'tcp:8765')).out.trim();
    const answer = await fetchText(Number(forwarded));
    expect(answer).toBe('from the customer');
    expect((await adb('-s', serial, 'reverse', '--remove', 'tcp:8765')).status).toBe(0);
    expect((await adb('-s', serial, 'reverse', '--list')).out.trim()).toBe('');
  } finally {
    server.close();
  }
});

it('two commands that connect one phone at once get the same bridge', async () => {
  await pocketfleet(['disconnect', tags[0] ?? '']);
  await expect
    .poll(async () => JSON.parse((await pocketfleet(['status', '--json'])).out).rows, { timeout: 60_000 })
    .not.toContainEqual(expect.objectContaining({ tag: tags[0] }));
  const serials = await Promise.all([connect(tags[0]), connect(tags[0])]);
  expect(new Set(serials).size).toBe(1);
  expect((await adb('-s', serials[0] ?? '', 'shell', 'echo', 'once')).out).toBe('once\n');
});

it('a disconnected phone is gone from adb devices, and the customer’s own phone stays', async () => {
  // Reached without us, as by a cable.
  const port = readVirtualPhones(inject('dataDir')).findLast(({ tag }) => !tags.includes(tag))?.adb.port;
  const own = `127.0.0.1:${port}`;
  expect((await adb('connect', own)).out).toContain(`connected to ${own}`);
  const serial = await connect(tags[0]);
  expect((await adb('devices')).out).toContain(`${own}\tdevice`);
  expect((await adb('-s', own, 'shell', 'echo', 'mine')).out).toBe('mine\n');
  expect(await pocketfleet(['disconnect', tags[0] ?? ''])).toMatchObject({ status: 0 });
  await expect.poll(async () => (await adb('devices')).out, { timeout: 60_000 }).not.toContain(serial);
  expect((await adb('devices')).out).toContain(`${own}\tdevice`);
  expect((await adb('-s', own, 'shell', 'echo', 'still mine')).out).toBe('still mine\n');
  await adb('disconnect', own);
});

it.each([
  [['connect', 'PF-999'], 5, 'You have no phone "PF-999"'],
  [['connect'], 2, 'missing required argument'],
  [['connect', 'PF-001', '--port', '5555'], 2, '5684'],
])(
  '%j ends with %i',
  async (args, status, text) => {
    expect(await pocketfleet(args)).toMatchObject({ status, error: expect.stringContaining(text) });
  },
  60_000,
);

function here(): CustomersComputer {
  if (computer === undefined) throw new Error('adb is not installed');
  return computer;
}

const connect = (tag = ''): Promise<string> => here().connect(tag);
const pocketfleet = (args: readonly string[]): Promise<Ran> => here().pocketfleet(args);
const adb = (...args: string[]): Promise<Ran> => here().adb(...args);

function fetchText(port: number): Promise<string> {
  return new Promise((done, fail) => {
    let text = '';
    const socket = dial(port, '127.0.0.1');
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.once('close', () => done(text));
    socket.once('error', fail);
  });
}
