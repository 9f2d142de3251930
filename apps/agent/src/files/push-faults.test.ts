// Pushes while something fails: the phone, its cable, the host's disk, the browser's connection. No partial file may stay
// on the phone, and a transfer that can succeed later is resumed.
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { chainOf, type FilesClient } from '../../test/files-client.ts';
import { type FilesLine, startFilesLine } from '../../test/files-line.ts';
import { type RunningPhone, startRunningPhone } from '../../test/held-phone.ts';

const folder = '/sdcard/Download';
const onPhone = '/storage/emulated/0/Download';
const bytes = randomBytes(9_000_001);
/** A multiple of the block length, so that the second half can follow. */
const half = 20 * 256 * 1024;
let running: RunningPhone;
let line: FilesLine;
let made = 0;
let what: { folder: string; name: string; modified_ms: number; install: boolean };

beforeAll(async () => {
  running = await startRunningPhone();
  line = await startFilesLine(running);
});
afterAll(async () => {
  line.stop();
  await running.stop();
});
beforeEach(() => {
  made += 1;
  what = { folder, name: `file-${made}.bin`, modified_ms: made, install: false };
});

const namesOnPhone = () => running.phone.world.files.list(onPhone).map(({ name }) => name);
const spooled = () => readdirSync(running.spoolDir).length;

const connect = () => line.connect();

const onPhoneBytes = () =>
  namesOnPhone()
    .filter((name) => /^\.pocketfleet-[0-9a-f]{32}-[0-9a-f]{12}\.part$/.test(name))
    .reduce((sum, name) => sum + running.phone.world.files.lstat(`${onPhone}/${name}`).size, 0);

/** Sends the first half and waits until the phone has nearly all of it under a temporary name. */
async function sendHalf(): Promise<FilesClient & { cut: () => void }> {
  const client = await connect();
  client.say({ type: 'push', size: bytes.length, ...what });
  expect(await client.next()).toMatchObject({ type: 'push_ready', offset: 0 });
  client.say({ type: 'push_from', offset: 0 });
  client.sendBlocks(bytes.subarray(0, half), 0);
  await expect.poll(onPhoneBytes, { timeout: 60_000 }).toBeGreaterThan(4_000_000);
  return client;
}

/** The phone itself removes the file of an aborted transfer, perhaps a moment later. */
const nothingStays = () => expect.poll(namesOnPhone, { timeout: 60_000 }).toEqual([]);

const pushAgain = async (): Promise<number> => {
  const { from, notices } = await (await connect()).push(what, bytes);
  expect(notices.at(-1)).toEqual({ type: 'done' });
  const there = await running.phone.world.files.readFile(`${onPhone}/${what.name}`);
  expect(Buffer.from(there).equals(bytes)).toBe(true);
  expect(namesOnPhone()).toEqual([what.name]);
  await running.phone.world.files.unlink(`${onPhone}/${what.name}`);
  return from;
};

test('during a transfer the phone has the file under a temporary name that no listing shows', async () => {
  const client = await sendHalf();
  const list = await connect();
  list.say({ type: 'list', path: folder });
  expect(await list.next()).toMatchObject({ type: 'listing', entries: [] });
  client.sendBlocks(bytes.subarray(half), half);
  client.say({ type: 'push_end', chain: chainOf(bytes) });
  expect((await client.toEnd()).at(-1)).toEqual({ type: 'done' });
  expect(namesOnPhone()).toEqual([what.name]);
  await running.phone.world.files.unlink(`${onPhone}/${what.name}`);
  expect(spooled()).toBe(0);
});

test('a phone that becomes full is reported at once, and nothing is kept', async () => {
  const client = await sendHalf();
  await running.phone.setFaults({ fullStorage: true });
  client.sendBlocks(bytes.subarray(half), half);
  const end = (await client.toEnd()).at(-1);
  await running.phone.setFaults({ fullStorage: false });
  expect(end).toEqual({ type: 'failed', detail: 'The phone’s storage is full.', retry: false });
  await line.joined();
  await nothingStays();
  expect(spooled()).toBe(0);
});

test('a transfer to a phone that was unplugged is resumed when it is back', async () => {
  const client = await sendHalf();
  await running.phone.setFaults({ unplugged: true });
  expect((await client.toEnd()).at(-1)).toMatchObject({ type: 'failed', retry: true });
  await line.joined();
  await running.phone.setFaults({ unplugged: false });
  await expect.poll(() => running.runner.isUsable(), { timeout: 60_000 }).toBe(true);
  // The phone itself has removed the partial file.
  await nothingStays();
  expect(await pushAgain()).toBeGreaterThan(4_000_000);
});

test('a host whose disk becomes full aborts the transfer and leaves no partial file on the phone', async () => {
  const client = await sendHalf();
  const handle = await openFile(import.meta.filename, 'r');
  await handle.close();
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const write = vi.spyOn(Object.getPrototypeOf(handle), 'writev').mockRejectedValue(full);
  client.sendBlocks(bytes.subarray(half), half);
  const end = (await client.toEnd()).at(-1);
  await line.joined();
  write.mockRestore();
  expect(end).toMatchObject({
    type: 'failed',
    detail: expect.stringContaining('host has no room'),
    retry: true,
  });
  await nothingStays();
  expect(await pushAgain()).toBeGreaterThan(2_000_000);
});

test('a browser that disconnects leaves nothing on the phone, and can resume', async () => {
  const client = await sendHalf();
  client.cut();
  await line.joined();
  await nothingStays();
  expect(await pushAgain()).toBeGreaterThan(4_000_000);
});

test('a file that was damaged in transit has no name on the phone', async () => {
  const client = await sendHalf();
  client.sendBlocks(randomBytes(bytes.length - half), half);
  client.say({ type: 'push_end', chain: chainOf(bytes) });
  expect((await client.toEnd()).at(-1)).toMatchObject({
    type: 'failed',
    detail: expect.stringContaining('damaged'),
    retry: true,
  });
  await line.joined();
  await nothingStays();
  expect(await pushAgain()).toBe(0);
});

test('a phone that is slower than the browser gets the whole file, and delays no acknowledgement', async () => {
  await running.phone.setFaults({ linkBytesPerSecond: 6_000_000 });
  const { notices } = await (await connect()).push(what, bytes);
  await running.phone.setFaults({ linkBytesPerSecond: null });
  expect(notices.slice(-2)).toEqual([{ type: 'working', what: 'storing' }, { type: 'done' }]);
  const there = await running.phone.world.files.readFile(`${onPhone}/${what.name}`);
  expect(Buffer.from(there).equals(bytes)).toBe(true);
  await running.phone.world.files.unlink(`${onPhone}/${what.name}`);
});

test('the next push removes a file of an agent that ended before the rename', async () => {
  const key = `${'a'.repeat(32)}-${'b'.repeat(12)}`;
  for (const path of [`${onPhone}/.pocketfleet-${key}.part`, `/data/local/tmp/pocketfleet-${key}.apk`]) {
    await running.phone.world.files.writeFile(path, Buffer.from('left'));
  }
  await pushAgain();
  expect(running.phone.world.files.list('/data/local/tmp').map(({ name }) => name)).not.toContain(
    `pocketfleet-${key}.apk`,
  );
});

test('a file that is not an app is refused at its first block, and never sent to the phone', async () => {
  what = { ...what, install: true };
  const client = await connect();
  client.say({ type: 'push', size: bytes.length, ...what });
  expect(await client.next()).toMatchObject({ type: 'push_ready' });
  client.say({ type: 'push_from', offset: 0 });
  client.sendBlocks(bytes.subarray(0, 300_000), 0);
  expect(await client.toEnd()).toEqual([{ type: 'failed', detail: 'This isn’t a valid APK.', retry: false }]);
});
