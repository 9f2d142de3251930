// Commands without an end: how fast they go is their reader's matter, and they stop when they are stopped.
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOn } from '../../testing/run-on.ts';
import { startTestPhone, type TestPhone } from '../../testing/test-phone.ts';
import { newShellState, runScript } from '../interpreter.ts';
import { COMMANDS } from './command-table.ts';

let phone: TestPhone;
const run = (script: string) => runOn(phone.phone, script);

beforeAll(async () => {
  phone = await startTestPhone();
});
afterAll(async () => {
  await phone[Symbol.asyncDispose]();
});

/** Runs it with a reader of our own. */
function runFor(script: string, signal: AbortSignal, out: (data: Uint8Array) => Promise<boolean>) {
  const io = { stdin: { read: async () => null }, out, err: async () => true };
  return runScript({ world: phone.phone.world, commands: COMMANDS }, newShellState(), script, io, signal);
}

const ENDLESS = ['yes', 'yes a word', 'cat /dev/urandom', 'cat /dev/zero', 'dd if=/dev/zero', 'yes | grep y'];

test.each(ENDLESS)('%s makes nothing more while nobody reads, and ends at ^C', async (script) => {
  const stop = new AbortController();
  const reader = Promise.withResolvers<boolean>();
  let asked = 0;
  const running = runFor(script, stop.signal, () => {
    asked += 1;
    return reader.promise;
  });
  await expect.poll(() => asked).toBe(1);
  for (let turn = 0; turn < 100; turn++) await setImmediate();
  expect(asked).toBe(1);
  stop.abort();
  reader.resolve(true);
  expect(await running).toBe(130);
});

test.each(ENDLESS)('others have their turn while %s is read as fast as it goes', async (script) => {
  const stop = new AbortController();
  const running = runFor(script, stop.signal, async () => true);
  for (let turn = 0; turn < 5; turn++) await setImmediate();
  stop.abort();
  expect(await running).toBe(130);
});

test.each(['yes', 'cat /dev/urandom'])('%s ends when its reader is gone', async (script) => {
  let asked = 0;
  const goneAfter = (pieces: number) => async () => ++asked < pieces;
  expect(await runFor(script, new AbortController().signal, goneAfter(3))).toBe(1);
  expect(asked).toBe(3);
});

test.each([
  ['yes | head -2', 'y\ny\n'],
  ['yes no, never | head -n 1', 'no, never\n'],
  ['head -c 300000 /dev/zero | wc -c', '300000\n'],
  [
    'dd if=/dev/urandom of=/data/local/tmp/r bs=1k count=3 2>/dev/null; stat -c %s /data/local/tmp/r',
    '3072\n',
  ],
])('%s', async (script, answer) => {
  expect(await run(script)).toBe(answer);
});

test('what is random is different each time', async () => {
  const read = () => run('head -c 16 /dev/urandom | od -An -tx1');
  expect(await read()).not.toBe(await read());
});
