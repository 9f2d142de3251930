import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { forgetOldParts, openSpool, releaseSpool, startSpoolSweep } from './spool.ts';

const root = mkdtempSync(join(tmpdir(), 'pf-spool-test-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let nextDir = 0;
const newDir = (): string => join(root, String(nextDir++));
const gigabyte = 1024 ** 3;
const phone = 'a'.repeat(64);
const old = new Date(Date.now() - 2 * 60 * 60_000);

test('the bytes that were promised count, before one of them is there', async () => {
  const dir = newDir();
  const file = await openSpool(dir, phone, ['one'], 2 * gigabyte);
  expect(await forgetOldParts(dir)).toBe(2 * gigabyte);
  await file.close();
  releaseSpool(file);
  expect(await forgetOldParts(dir)).toBe(0);
});

test('more than the host may hold for all phones together is refused with a sentence', async () => {
  const dir = newDir();
  await expect(openSpool(dir, phone, ['huge'], 17 * gigabyte)).rejects.toThrow(/Too many files/);
  expect(await forgetOldParts(dir)).toBe(0);
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
  await file.close();
  releaseSpool(file);
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
  await file.close();
  releaseSpool(file);
});
