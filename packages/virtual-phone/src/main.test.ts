import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';

const phoneList = z.array(
  z.object({
    tag: z.string(),
    serial: z.string(),
    model: z.string(),
    adb: z.object({ host: z.literal('127.0.0.1'), port: z.number().int().positive() }),
  }),
);

let dataDir: string;
let child: ChildProcess | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'virtual-phones-'));
});

afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

function run(...args: string[]): ChildProcess {
  child = fork(join(import.meta.dirname, 'main.ts'), args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  return child;
}

async function startPhones(count: number): Promise<ChildProcess> {
  const started = run('--data', dataDir, '--count', String(count));
  const [message] = await once(started, 'message');
  expect(message).toEqual({ ready: true });
  return started;
}

async function endOf(ended: ChildProcess): Promise<unknown> {
  const [code] = await once(ended, 'exit');
  return code;
}

test('twelve phones report their addresses, and all stop on SIGTERM', async () => {
  const phones = await startPhones(12);
  const list = phoneList.parse(JSON.parse(readFileSync(join(dataDir, 'virtual-phones.json'), 'utf8')));
  expect(list.map((phone) => phone.tag)).toContain('PF-012');
  for (const { adb } of list) {
    const socket = connect(adb.port, adb.host);
    await once(socket, 'connect');
    socket.on('error', () => undefined).unref();
  }
  phones.kill('SIGTERM');
  expect(await endOf(phones)).toBe(0);
});

test('phones stop when their parent process has ended', async () => {
  const phones = await startPhones(1);
  phones.disconnect();
  expect(await endOf(phones)).toBe(0);
});

test.each([
  ['no data folder', ['--count', '1'], '--data is missing'],
  ['a count that is none', ['--data', 'x', '--count', 'many'], '--count must be a number up to 200'],
  ['a port that is none', ['--data', 'x', '--ports', '70000'], '--ports must be a number up to 65535'],
])('%s is a configuration error without a retry', async (_name, args, message) => {
  const phones = run(...args);
  let complaint = '';
  phones.stderr?.on('data', (data: Buffer) => {
    complaint += data.toString();
  });
  expect(await endOf(phones)).toBe(78);
  expect(complaint).toContain(message);
});
