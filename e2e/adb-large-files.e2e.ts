// Large files through `pocketfleet connect`: `npm run proof -- adb-files` moves 1 GB each way on two phones at once, and a file
// whose size doesn't fit in 32 bits to one, and cuts the line of a push twenty times.
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, createReadStream, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { type CustomersComputer, type Ran, startCustomersComputer } from './customers-computer.ts';
import { openLine, type Shape } from './line.ts';
import { listPhonesOfDemo } from './sign-in.ts';

const megabytes = Number(process.env['PROOF_SIZE'] ?? 16);
/** More than 4 GiB at full size. */
const largestMegabytes = Math.ceil(megabytes * 4.3);
const remote = '/data/local/tmp/large.bin';
/** Larger than what arrives before a cut. */
const cutMegabytes = Math.max(64, megabytes);
const cuts = 20;
/** So slow that a push still runs when its line is cut, however long the machine takes to see that it has begun. */
const slow: Shape = { bytesPerSecond: 2_000_000, delayMs: 0, loss: 0 };
let computer: CustomersComputer | undefined;

beforeAll(async () => {
  computer = await startCustomersComputer(inject('site'));
});
afterAll(async () => {
  await computer?.stop();
});
beforeEach((context) => {
  context.skip(computer === undefined, 'adb is not installed and could not be installed');
});

it(`${megabytes} MB come back as they were pushed, on two phones at once`, async () => {
  if (computer === undefined) return;
  const { adb, connect, folder } = computer;
  const file = join(folder, 'large.bin');
  const wanted = writeRandom(file, megabytes);
  const phones = (await listPhonesOfDemo(inject('site'))).slice(0, 2);
  expect(phones).toHaveLength(2);
  await Promise.all(
    phones.map(async ({ tag }) => {
      const serial = await connect(tag);
      const back = join(folder, `${tag}.bin`);
      expect(await adb('-s', serial, 'push', file, remote)).toMatchObject({ status: 0 });
      expect(await adb('-s', serial, 'pull', remote, back)).toMatchObject({ status: 0 });
      expect(await hashOf(back)).toBe(wanted);
      rmSync(back);
      expect((await adb('-s', serial, 'shell', 'rm', remote)).status).toBe(0);
    }),
  );
}, 1_800_000);

it(`${largestMegabytes} MB arrive whole, and come back whole`, async () => {
  if (computer === undefined) return;
  const { adb, connect, folder } = computer;
  const file = join(folder, 'largest.bin');
  const back = join(folder, 'back.bin');
  const wanted = writeRandom(file, largestMegabytes);
  const [phone] = await listPhonesOfDemo(inject('site'));
  const serial = await connect(phone?.tag ?? '');
  expect(await adb('-s', serial, 'push', file, remote)).toMatchObject({ status: 0 });
  rmSync(file);
  expect(await adb('-s', serial, 'pull', remote, back)).toMatchObject({ status: 0 });
  expect(await hashOf(back)).toBe(wanted);
  rmSync(back);
  expect((await adb('-s', serial, 'shell', 'rm', remote)).status).toBe(0);
}, 1_800_000);

it(`of a push and a shell whose line is cut ${cuts} times, each says so, and adb devices never says offline`, async () => {
  if (computer === undefined) return;
  const line = await openLine(inject('site'));
  const cutOff = await startCustomersComputer(`http://localhost:${line.port}`);
  try {
    if (cutOff === undefined) return;
    const { adb, connect, folder } = cutOff;
    const file = join(folder, 'large.bin');
    const wanted = writeRandom(file, cutMegabytes);
    const [phone] = await listPhonesOfDemo(inject('site'));
    const serial = await connect(phone?.tag ?? '');
    const on = (...args: string[]): Promise<Ran> => adb('-s', serial, ...args);
    const states = new Set<string>();
    let isWatching = true;
    const watching = (async () => {
      while (isWatching) {
        const { out } = await adb('devices');
        states.add(out.split('\n').find((row) => row.startsWith(serial)) ?? 'missing');
      }
    })();
    line.shape(slow);
    for (let round = 0; round < cuts; round += 1) {
      const [mark, target] = [`/data/local/tmp/begun-${round}`, `${remote}.${round}`];
      const pushed = on('push', file, target);
      const shell = on('shell', `touch ${mark}; sleep 600`);
      const isThere = (path: string) => async () => (await on('shell', 'ls', path)).status;
      await expect.poll(isThere(mark)).toBe(0);
      await expect.poll(isThere(target)).toBe(0);
      // Closes what is open; new connections work at once.
      line.restore();
      expect(await shell).toMatchObject({ status: 255, error: expect.stringContaining('was lost') });
      expect(await pushed).toMatchObject({ status: 1 });
      expect(await on('shell', 'rm', '-f', mark, target)).toMatchObject({ status: 0 });
    }
    line.shape(undefined);
    isWatching = false;
    await watching;
    expect([...states]).toEqual([`${serial}\tdevice`]);
    const back = join(folder, 'back.bin');
    expect(await on('push', file, remote)).toMatchObject({ status: 0 });
    expect(await on('pull', remote, back)).toMatchObject({ status: 0 });
    expect(await hashOf(back)).toBe(wanted);
    expect((await on('shell', 'rm', remote)).status).toBe(0);
  } finally {
    await cutOff?.stop();
    await line.stop();
  }
}, 1_800_000);

/** Returns the SHA-256. */
function writeRandom(path: string, sizeMb: number): string {
  const hash = createHash('sha256');
  const file = openSync(path, 'w');
  for (let written = 0; written < sizeMb; written += 1) {
    const piece = randomBytes(1_000_000);
    hash.update(piece);
    writeSync(file, piece);
  }
  closeSync(file);
  return hash.digest('hex');
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}
