// Customers' work on a phone, through Debian's adb server: files with their modes, a terminal, an app.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { buildApk } from '@pocketfleet/android-shell/testing/apk-builder';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FilesLine, startFilesLine } from '../../test/files-line.ts';
import { openLab, type PhoneLab } from '../../test/phone-lab.ts';
import { readAdbKeyPem } from '../agent-files.ts';
import { run } from '../files/phone-shell.ts';
import { AdbServer } from './adb-server.ts';
import { ServerPhones } from './server-phones.ts';
import { receiveFile } from './sync-receive.ts';
import { sendFile } from './sync-send.ts';

const program = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'adb'))
  .find(existsSync);
const noAdb = 'there is no adb on this machine (Debian package "adb")';

let lab: PhoneLab;
let server: AdbServer;
let line: FilesLine;
let found: ReturnType<PhoneLab['addRunnerBy']>;

beforeAll(async () => {
  if (program === undefined) return;
  lab = openLab();
  const phone = await lab.addPhone();
  const log = pino({ level: 'silent' });
  const ready = Promise.withResolvers<void>();
  const serverPhones = new ServerPhones({
    addresses: [`127.0.0.1:${phone.port}`],
    log,
    onPhone: (place) => {
      found = lab.addRunnerBy((timeoutMs) => serverPhones.connect(place, timeoutMs));
      ready.resolve();
    },
  });
  server = new AdbServer({
    program,
    homeDir: join(lab.dir, 'adb'),
    keyPem: readAdbKeyPem(lab.dir),
    log,
    onUp: (port) => serverPhones.up(port),
    onDown: () => serverPhones.down(),
  });
  server.start();
  await ready.promise;
  await vi.waitFor(() => expect(found.reports.at(-1)?.state).toBe('ready'), { timeout: 60_000 });
  line = await startFilesLine({ runner: found.runner, spoolDir: join(lab.dir, 'spool') });
});
afterAll(async () => {
  line?.stop();
  await server?.stop();
  await lab?.stop();
});

const shell = (command: string) => found.runner.withAdb((adb) => run(adb, command, 60_000));

test('a file arrives with its mode and its bytes, and comes back', async ({ skip }) => {
  if (program === undefined) skip(noAdb);
  const path = '/data/local/tmp/through-the-server';
  const bytes = Buffer.alloc(300_000, 'pocketfleet ');
  let at = 0;
  const read = async (pieces: readonly Uint8Array[]) => {
    const start = at;
    for (const piece of pieces) at += bytes.copy(piece, 0, at, Math.min(bytes.length, at + piece.length));
    return at - start;
  };
  const got: Buffer[] = [];
  await found.runner.withAdb(async (adb) => {
    await sendFile(adb, { path, modifiedS: 1_700_000_000 }, { read }, AbortSignal.timeout(60_000));
    await receiveFile(adb, path, async (piece) => void got.push(Buffer.from(piece)));
  });
  expect(Buffer.concat(got).equals(bytes)).toBe(true);
  // adbd gives group and others the owner's rights (AOSP, file_sync_service.cpp).
  expect(await shell(`stat -c '%a %s %Y' ${path}`)).toBe('666 300000 1700000000\n');
  const stat = await found.runner.withAdb(async (adb) => {
    const sync = await adb.sync();
    return await sync.lstat(path).finally(() => sync.dispose());
  });
  expect(stat).toMatchObject({ mode: 0o100666, size: 300_000n });
});

test('a terminal has a size, takes keys and reports its end', async ({ skip }) => {
  if (program === undefined) skip(noAdb);
  const { out, code } = await found.runner.withAdb(async (adb) => {
    const pty = await adb.subprocess.shellProtocol?.pty();
    if (pty === undefined) throw new Error('the phone has no shell protocol');
    await pty.resize(40, 100);
    const keys = pty.input.getWriter();
    await keys.write(Buffer.from('stty size; exit 7\n'));
    const seen: Uint8Array[] = [];
    for await (const piece of pty.output) seen.push(piece);
    return { out: Buffer.concat(seen).toString(), code: await pty.exited };
  });
  expect(out).toContain('40 100');
  expect(code).toBe(7);
});

test('an app is installed', async ({ skip }) => {
  if (program === undefined) skip(noAdb);
  const app = { folder: '/sdcard/Download', name: 'app.apk', modified_ms: 1_700_000_000_000, install: true };
  const client = await line.connect();
  const { notices } = await client.push(app, buildApk({ packageName: 'org.example.behind' }));
  expect(notices.at(-1)).toEqual({ type: 'done' });
  expect(await shell('pm list packages org.example.behind')).toBe('package:org.example.behind\n');
});
