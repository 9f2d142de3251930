import { readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';
import { FsError } from './fs-error.ts';

let phone: TestSystem;

beforeAll(async () => {
  phone = createTestSystem();
});

afterAll(async () => {
  phone[Symbol.dispose]();
});

function files() {
  return phone.world.files;
}

async function codeOf(action: () => unknown): Promise<string> {
  try {
    await action();
    return 'done';
  } catch (error) {
    if (error instanceof FsError) return error.code;
    throw error;
  }
}

const DATA = Buffer.from('data');

test.each<[string, string, () => unknown]>([
  ['write the system image', 'EROFS', () => files().writeFile('/system/app/x', DATA)],
  ['write the root folder', 'EROFS', () => files().writeFile('/x', DATA)],
  ['make a folder in /data', 'EACCES', () => files().mkdir('/data/x')],
  ['list /data', 'EACCES', () => files().list('/data')],
  ['list the data of apps', 'EACCES', () => files().list('/data/data')],
  ['list the installed apps', 'EACCES', () => files().list('/data/app')],
  ['list all users of the shared storage', 'EACCES', () => files().list('/storage/emulated')],
  ['change modes in the shared storage', 'EPERM', () => files().chmod('/sdcard/Download', 0o777)],
  ['make links in the shared storage', 'EPERM', () => files().symlink('/system', '/sdcard/link')],
  ['remove the shared storage', 'EACCES', () => files().rmdir('/storage/emulated/0')],
  ['remove what is not there', 'ENOENT', () => files().unlink('/sdcard/nothing')],
  ['move between storages', 'EXDEV', () => files().rename('/sdcard/Download', '/data/local/tmp/d')],
  ['read a folder as a file', 'EISDIR', () => files().readFile('/sdcard')],
  ['go through a file', 'ENOTDIR', () => files().stat('/system/build.prop/x')],
  [
    'use a name that is too long',
    'ENAMETOOLONG',
    () => files().writeFile(`/sdcard/${'x'.repeat(256)}`, DATA),
  ],
  ['go up from where nothing is', 'ENOENT', () => files().stat('/sdcard/nothing/../Download')],
])('shell may not %s: %s', async (_what, code, action) => {
  expect(await codeOf(action)).toBe(code);
});

test('the shared storage has three paths', async () => {
  await files().writeFile('/sdcard/Download/a', DATA);
  expect(await files().readFile('/storage/self/primary/Download/a')).toEqual(DATA);
  expect(files().realPath('/sdcard/Download/../Download/a')).toBe('/storage/emulated/0/Download/a');
});

test.each([
  '/etc/passwd',
  '../../../../../../../../etc/passwd',
  '/proc/self/root/etc/passwd',
  '/system/../../etc/passwd',
])('a link to %s stays within the phone', async (target) => {
  const path = `/data/local/tmp/link-${Buffer.from(target).toString('hex')}`;
  await files().symlink(target, path);
  expect(files().readlink(path)).toBe(target);
  expect(await codeOf(() => files().readFile(path))).toBe('ENOENT');
  const hostLink = readlinkSync(join(phone.stateDir, 'shell', path.slice('/data/local/tmp/'.length)));
  expect(hostLink).not.toContain('/');
});

test('a link of the host that lies in the state folder is not followed', async () => {
  writeFileSync(join(phone.stateDir, 'secret'), 'secret');
  symlinkSync(join(phone.stateDir, 'secret'), join(phone.stateDir, 'shell', 'planted'));
  expect(await codeOf(() => files().readFile('/data/local/tmp/planted'))).toBe('ENOENT');
});

test('circular links are refused', async () => {
  await files().symlink('b', '/data/local/tmp/a');
  await files().symlink('a', '/data/local/tmp/b');
  expect(await codeOf(() => files().stat('/data/local/tmp/a'))).toBe('ELOOP');
});

test('a file takes whole blocks of the storage until it is removed', async () => {
  let nowMs = Date.now();
  using aged = createTestSystem(undefined, {}, () => nowMs);
  const { files } = aged.world;
  const freeBytes = () => files.storage.freeBytes();
  const free = await freeBytes();
  await files.writeFile('/sdcard/space', Buffer.alloc(5000));
  // Counted at most every five seconds.
  nowMs += 4_999;
  expect(await freeBytes()).toBe(free);
  nowMs += 1;
  expect(await freeBytes()).toBe(free - 8192);
  await files.writeFile('/sdcard/space', Buffer.alloc(10));
  nowMs += 5_000;
  expect(await freeBytes()).toBe(free - 4096);
  await files.unlink('/sdcard/space');
  nowMs += 5_000;
  expect(await freeBytes()).toBe(free);
});

test('writing to a full phone fails with ENOSPC', async () => {
  phone.world.files.storage.full = true;
  expect(await codeOf(() => files().writeFile('/sdcard/full', DATA))).toBe('ENOSPC');
  phone.world.files.storage.full = false;
});
