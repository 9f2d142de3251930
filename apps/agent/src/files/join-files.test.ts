// The agent's side of transfers, with a virtual phone: files arrive byte for byte, an interrupted transfer is resumed,
// and an aborted one leaves nothing behind.
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { chainOf } from '../../test/files-client.ts';
import { type FilesLine, startFilesLine } from '../../test/files-line.ts';
import { type RunningPhone, startRunningPhone } from '../../test/held-phone.ts';

const folder = '/sdcard/Download';
const bytes = randomBytes(9_000_001);
const what = (name: string) => ({ folder, name, modified_ms: 1_700_000_000_000, install: false });
let running: RunningPhone;
let line: FilesLine;

beforeAll(async () => {
  running = await startRunningPhone();
  line = await startFilesLine(running);
});
afterAll(async () => {
  line.stop();
  await running.stop();
});

const open = () => line.connect();
const onPhone = async (name: string) =>
  Buffer.from(await running.phone.world.files.readFile(`/storage/emulated/0/Download/${name}`));
const namesOnPhone = () =>
  running.phone.world.files.list('/storage/emulated/0/Download').map(({ name }) => name);

test('a file is uploaded with progress, listed, downloaded and deleted', async () => {
  const { from, notices } = await (await open()).push(what("it's $(odd) 😀.bin"), bytes);
  expect(from).toBe(0);
  expect(notices.map(({ type }) => type)).toContain('received');
  expect(notices.slice(-2)).toEqual([{ type: 'working', what: 'storing' }, { type: 'done' }]);
  expect((await onPhone("it's $(odd) 😀.bin")).equals(bytes)).toBe(true);

  const list = await open();
  list.say({ type: 'list', path: folder });
  expect(await list.next()).toMatchObject({
    type: 'listing',
    entries: [{ name: "it's $(odd) 😀.bin", kind: 'file', size: bytes.length }],
  });
  expect((await (await open()).pull(`${folder}/it's $(odd) 😀.bin`)).equals(bytes)).toBe(true);

  const gone = await open();
  gone.say({ type: 'delete', path: `${folder}/it's $(odd) 😀.bin` });
  expect(await gone.toEnd()).toEqual([{ type: 'done' }]);
  expect(namesOnPhone()).toEqual([]);
});

test('an interrupted transfer is resumed, as often as needed', async () => {
  const starts: number[] = [];
  for (const cutAt of [2_500_000, 5_000_000, undefined]) {
    const { from } = await (await open()).push(what('cut.bin'), bytes, cutAt);
    starts.push(from);
    await line.joined();
    // The partial file does not stay on the phone.
    if (cutAt !== undefined) await expect.poll(namesOnPhone, { timeout: 60_000 }).toEqual([]);
  }
  expect(starts[0]).toBe(0);
  expect(starts[1]).toBeGreaterThanOrEqual(2_000_000);
  expect(starts[2]).toBeGreaterThanOrEqual(4_500_000);
  expect((await onPhone('cut.bin')).equals(bytes)).toBe(true);
  await running.phone.world.files.unlink('/storage/emulated/0/Download/cut.bin');
});

test('a different file of the same name and size starts from its beginning', async () => {
  await (await open()).push(what('other.bin'), bytes, 3_000_000);
  await line.joined();
  const other = randomBytes(bytes.length);
  const { from } = await (await open()).push(what('other.bin'), other);
  expect(from).toBe(0);
  expect((await onPhone('other.bin')).equals(other)).toBe(true);
  await running.phone.world.files.unlink('/storage/emulated/0/Download/other.bin');
});

test('an interrupted download is resumed, unless the file has changed', async () => {
  await running.phone.world.files.writeFile('/storage/emulated/0/Download/long.bin', bytes);
  const first = await (await open()).pull(`${folder}/long.bin`, 0, undefined, 4_000_000);
  const rest = await (await open()).pull(`${folder}/long.bin`, first.length, chainOf(first));
  expect(Buffer.concat([first, rest]).equals(bytes)).toBe(true);
  expect(rest.length).toBeLessThan(5_100_000);

  await running.phone.world.files.writeFile(
    '/storage/emulated/0/Download/long.bin',
    randomBytes(bytes.length),
  );
  const changed = (await open()).pull(`${folder}/long.bin`, first.length, chainOf(first));
  await expect(changed).rejects.toThrow('The file has changed');
  await running.phone.world.files.unlink('/storage/emulated/0/Download/long.bin');
});

test('an aborted transfer leaves nothing on the phone and blocks no other', async () => {
  await running.phone.world.files.writeFile(
    '/storage/emulated/0/Download/big.bin',
    Buffer.alloc(30_000_000, 7),
  );
  for (let round = 0; round < 5; round++) {
    await (await open()).pull(`${folder}/big.bin`, 0, undefined, 500_000);
    await (await open()).push(what('given-up.bin'), bytes, 1_500_000);
    await line.joined();
  }
  expect((await (await open()).pull(`${folder}/big.bin`)).length).toBe(30_000_000);
  await expect.poll(namesOnPhone, { timeout: 60_000 }).toEqual(['big.bin']);
  // The host has one file, however often the transfer was started.
  expect(
    readdirSync(running.spoolDir, { recursive: true }).filter((name) => String(name).includes('.')).length,
  ).toBeLessThanOrEqual(2);
  await running.phone.world.files.unlink('/storage/emulated/0/Download/big.bin');
});

test('pushes leak no memory of the agent while the phone stays connected', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const pushSome = async (): Promise<void> => {
    for (let round = 0; round < 20; round++) {
      await (await open()).push(what('small.bin'), bytes.subarray(0, 1000));
      await line.joined();
    }
  };
  // V8 frees buffers in another thread after the collection, so the smallest of several readings counts.
  const held = async (): Promise<number> => {
    const readings: number[] = [];
    for (let round = 0; round < 10; round++) {
      collect();
      readings.push(process.memoryUsage().arrayBuffers);
      await setTimeout(20);
    }
    return Math.min(...readings);
  };
  try {
    await pushSome();
    const before = await held();
    await pushSome();
    // A leaked socket would have a buffer of 128 KB.
    await expect.poll(async () => (await held()) - before, { timeout: 60_000 }).toBeLessThan(10 * 128 * 1024);
  } finally {
    await running.phone.world.files.unlink('/storage/emulated/0/Download/small.bin');
  }
});

test('a push without a first block ends after 15 s, and blocks no other', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const silent = await open();
  silent.say({ type: 'push', size: bytes.length, ...what('silent.bin') });
  expect(await silent.next()).toMatchObject({ type: 'push_ready' });
  const other = await open();
  other.say({ type: 'push', size: 4, ...what('other.bin') });
  expect(await other.next()).toMatchObject({
    type: 'failed',
    detail: expect.stringContaining('Another'),
    retry: true,
  });
  vi.advanceTimersByTime(15_000);
  vi.useRealTimers();
  await expect(silent.next()).rejects.toThrow('the channel has ended');
  const { notices } = await (await open()).push(what('other.bin'), bytes.subarray(0, 4));
  expect(notices.at(-1)).toEqual({ type: 'done' });
  await running.phone.world.files.unlink('/storage/emulated/0/Download/other.bin');
});

test('a request that fails is answered with a sentence and whether to retry', async () => {
  await expect((await open()).pull(`${folder}/nothing`)).rejects.toThrow();
  const damaged = await open();
  const content = Buffer.from('damaged on its way');
  damaged.say({ type: 'push', size: content.length, ...what('damaged.txt') });
  expect(await damaged.next()).toMatchObject({ type: 'push_ready', offset: 0 });
  damaged.say({ type: 'push_from', offset: 0 });
  damaged.say({ type: 'push_end', chain: chainOf(content) });
  expect((await damaged.toEnd()).at(-1)).toMatchObject({ type: 'failed', retry: true });

  await running.phone.setFaults({ fullStorage: true });
  const { notices } = await (await open()).push(what('full.bin'), bytes);
  await running.phone.setFaults({ fullStorage: false });
  expect(notices).toEqual([
    { type: 'failed', detail: expect.stringMatching(/too little storage|full|space/i), retry: false },
  ]);
  const noApp = await (await open()).push({ ...what('no.apk'), install: true }, Buffer.from('no app at all'));
  expect(noApp.notices.at(-1)).toEqual({
    type: 'failed',
    detail: 'This isn’t a valid APK.',
    retry: false,
  });
  expect(namesOnPhone()).toEqual([]);
});
