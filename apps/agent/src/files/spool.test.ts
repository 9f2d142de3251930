import { existsSync, mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { openSpool, releaseSpool, removeExpiredParts, reserveRoom, startSpoolSweep } from './spool.ts';
import type { SpoolFile } from './spool-file.ts';

const root = mkdtempSync(join(tmpdir(), 'pf-spool-test-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let nextDir = 0;
const newDir = (): string => join(root, String(nextDir++));
const gigabyte = 1024 ** 3;
const phone = 'a'.repeat(64);
const close = async (file: SpoolFile): Promise<void> => {
  await file.close();
  releaseSpool(file);
};
const old = new Date(Date.now() - 2 * 60 * 60_000);

const phones = Array.from({ length: 9 }, (_, at) => String(at).repeat(64));

test('files that are announced but never sent take no space from other phones', async () => {
  const dir = newDir();
  const silent = await Promise.all(
    phones.slice(1).map((one) => openSpool(dir, one, ['silent'], 2 * gigabyte)),
  );
  const file = await openSpool(dir, phone, ['small'], 10);
  for (const one of [...silent, file]) await close(one);
  expect(await removeExpiredParts(dir)).toBe(0);
});

test('a file is refused with a sentence when all phones’ files would exceed the host’s limit', async () => {
  const dir = newDir();
  const large: SpoolFile[] = [];
  for (const one of phones.slice(1)) {
    const file = await openSpool(dir, one, ['large'], 2 * gigabyte);
    large.push(file);
    if (large.length < 8) await reserveRoom(file, 2 * gigabyte);
  }
  const last = await openSpool(dir, phone, ['last'], 2 * gigabyte);
  await expect(reserveRoom(last, 2 * gigabyte)).rejects.toThrow(/Too many files/);
  // The earlier file is unchanged, and is resumed once there is space.
  for (const file of large) await close(file);
  await reserveRoom(last, gigabyte);
  await close(last);
});

test('a phone gets one file at a time, and its partial files take no more than one file’s space', async () => {
  const dir = newDir();
  const file = await openSpool(dir, phone, ['one'], gigabyte);
  await expect(openSpool(dir, phone, ['two'], 10)).rejects.toThrow('Another file is being sent');
  const start = file.path.slice(0, file.path.lastIndexOf('-') + 1);
  await close(file);
  for (const [at, name] of ['older', 'newer'].entries()) {
    writeFileSync(`${start}${name}.part`, '');
    truncateSync(`${start}${name}.part`, 0.75 * gigabyte);
    const minutesAgo = new Date(Date.now() - (10 - at) * 60_000);
    utimesSync(`${start}${name}.part`, minutesAgo, minutesAgo);
  }
  await close(await openSpool(dir, phone, ['three'], gigabyte));
  expect([existsSync(`${start}older.part`), existsSync(`${start}newer.part`)]).toEqual([false, true]);
});

test('a file that does not fit on the host’s disk is refused with the host as the reason, not the phone', async () => {
  const dir = newDir();
  const file = await openSpool(dir, phone, ['small'], 10);
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const handle = await open(file.path, 'r');
  await handle.close();
  const write = vi.spyOn(Object.getPrototypeOf(handle), 'writev').mockRejectedValue(full);
  await file.append(new Uint8Array(4));
  await expect(file.flush()).rejects.toThrow(/host has no room/);
  write.mockRestore();
  await close(file);
});

test('expired partial files are removed regularly, and active ones stay', async () => {
  const dir = newDir();
  const file = await openSpool(dir, phone, ['slow'], 10);
  const left = join(dir, 'left.part');
  writeFileSync(left, 'half');
  for (const path of [left, file.path]) utimesSync(path, old, old);
  const stop = startSpoolSweep(dir, (error) => {
    throw error;
  });
  await expect.poll(() => existsSync(left)).toBe(false);
  expect(existsSync(file.path)).toBe(true);
  stop();
  await close(file);
});
