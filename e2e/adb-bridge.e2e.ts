// A customer's own adb, through `pocketfleet connect`: one outbound websocket for each phone.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { findFreePort } from '../tools/postgres/free-port.ts';
import { findAdb } from '../tools/test-run/system-programs.ts';
import { listPhonesOfDemo } from './sign-in.ts';

type Ran = { status: number | null; out: string; bytes: Buffer; error: string };

const main = resolve(import.meta.dirname, '../packages/cli/src/main.ts');
const adbProgram = findAdb();
let folder: string;
let env: NodeJS.ProcessEnv;
let adbPort: number;
let tags: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pocketfleet-bridge-'));
  adbPort = await findFreePort();
  env = {
    ...process.env,
    POCKETFLEET_URL: inject('site'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_STATE_HOME: join(folder, 'state'),
    ANDROID_ADB_SERVER_PORT: String(adbPort),
  };
  if (adbProgram === undefined) return;
  tags = (await listPhonesOfDemo(inject('site'))).map(({ tag }) => tag);
  const signedIn = await pocketfleet(['login', '--username', 'demo'], 'Pocketfleet-demo-1\n');
  expect(signedIn).toMatchObject({ status: 0, error: '' });
});
afterAll(async () => {
  if (adbProgram !== undefined) {
    await pocketfleet(['disconnect', '--all']);
    await adb('kill-server');
  }
  rmSync(folder, { recursive: true, force: true });
});
beforeEach((context) => {
  context.skip(adbProgram === undefined, 'adb is not installed and could not be installed');
});

it('two phones appear in adb devices, and everyday commands work on both', async () => {
  const serials = await Promise.all([connect(tags[0]), connect(tags[1])]);
  expect(new Set(serials).size).toBe(2);
  const listed = (await adb('devices')).out;
  for (const serial of serials) expect(listed).toContain(`${serial}\tdevice`);
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
}, 120_000);

it('says again which serial a connected phone has', async () => {
  const serial = await connect(tags[0]);
  expect(await connect(tags[0])).toBe(serial);
  const status = await pocketfleet(['status', '--json']);
  expect(JSON.parse(status.out)).toMatchObject({
    rows: expect.arrayContaining([expect.objectContaining({ tag: tags[0], serial, line: 'up' })]),
  });
}, 60_000);

it('refuses what would take the phone from its host, and tells why in the status', async () => {
  const serial = await connect(tags[0]);
  expect(await adb('-s', serial, 'root')).toMatchObject({ status: 1 });
  expect((await adb('-s', serial, 'tcpip', '5555')).status).not.toBe(0);
  expect((await pocketfleet(['status'])).out).toContain('How a phone is connected can’t be changed');
  expect((await adb('-s', serial, 'shell', 'echo', 'still here')).out).toBe('still here\n');
}, 60_000);

it('a reverse leads to the customer’s computer, and only a reverse does', async () => {
  const serial = await connect(tags[0]);
  const server = createServer((socket) => socket.end('from the customer'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    expect((await adb('-s', serial, 'reverse', 'tcp:8765', `tcp:${port}`)).status).toBe(0);
    expect((await adb('-s', serial, 'reverse', '--list')).out).toContain(`tcp:8765 tcp:${port}`);
    // What listens on the phone is reached by a forward, and leads back here.
    const forwarded = (await adb('-s', serial, 'forward', 'tcp:0', 'tcp:8765')).out.trim();
    const answer = await fetchText(Number(forwarded));
    expect(answer).toBe('from the customer');
    expect((await adb('-s', serial, 'reverse', '--remove', 'tcp:8765')).status).toBe(0);
    expect((await adb('-s', serial, 'reverse', '--list')).out.trim()).toBe('');
  } finally {
    server.close();
  }
}, 60_000);

it('a disconnected phone is gone from adb devices', async () => {
  const serial = await connect(tags[0]);
  expect(await pocketfleet(['disconnect', tags[0] ?? ''])).toMatchObject({ status: 0 });
  await expect.poll(async () => (await adb('devices')).out, { timeout: 20_000 }).not.toContain(serial);
}, 60_000);

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

async function connect(tag: string | undefined): Promise<string> {
  const { status, out, error } = await pocketfleet(['connect', tag ?? '', '--json']);
  expect({ status, error }).toEqual({ status: 0, error: '' });
  return (JSON.parse(out) as { serial: string }).serial;
}

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

function pocketfleet(args: readonly string[], input = ''): Promise<Ran> {
  return run(process.execPath, [main, ...args], input);
}

function adb(...args: string[]): Promise<Ran> {
  return run(adbProgram ?? 'adb', ['-P', String(adbPort), ...args], '');
}

function run(program: string, args: readonly string[], input: string): Promise<Ran> {
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(input);
  const pieces: Buffer[] = [];
  let error = '';
  child.stdout.on('data', (chunk: Buffer) => pieces.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    error += chunk;
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (status) => {
      const bytes = Buffer.concat(pieces);
      done({ status, out: bytes.toString(), bytes, error });
    });
  });
}
