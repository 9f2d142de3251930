import { existsSync, mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { claimRoom, forgetOldParts, openSpool, releaseSpool, startSpoolSweep } from './spool.ts';
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

test('files that are announced and never sent leave room for those of other phones', async () => {
  const dir = newDir();
  const silent = await Promise.all(
    phones.slice(1).map((one) => openSpool(dir, one, ['silent'], 2 * gigabyte)),
  );
  const file = await openSpool(dir, phone, ['small'], 10);
  for (const one of [...silent, file]) await close(one);
  expect(await forgetOldParts(dir)).toBe(0);
});

test('files that grow to more than the host may hold for all phones together are refused with a sentence', async () => {
  const dir = newDir();
  const large: SpoolFile[] = [];
  for (const one of phones.slice(1)) {
    const file = await openSpool(dir, one, ['large'], 2 * gigabyte);
    large.push(file);
    if (large.length < 8) await claimRoom(file, 2 * gigabyte);
  }
  const last = await openSpool(dir, phone, ['last'], 2 * gigabyte);
  await expect(claimRoom(last, 2 * gigabyte)).rejects.toThrow(/Too many files/);
  // What was there before is untouched, and goes on where there is room again.
  for (const file of large) await close(file);
  await claimRoom(last, gigabyte);
  await close(last);
});

test('a phone gets one file at a time, and what is left of others never takes more than one file', async () => {
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

test('what does not fit on the host’s disk is refused as the host’s trouble, not the phone’s', async () => {
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

test('old parts go without anybody sending anything, and what is being sent stays', async () => {
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
