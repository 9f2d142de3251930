import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { type DebianAdb, startDebianAdb } from './debian-adb.ts';
import { listPhonesOfDemo } from './sign-in.ts';
import { type ListedPhone, readVirtualPhones } from './virtual-phones.ts';

let found: DebianAdb | undefined;
let scratch: string;

beforeAll(async () => {
  found = await startDebianAdb();
  scratch = mkdtempSync(join(tmpdir(), 'pocketfleet-adb-'));
});
afterAll(async () => {
  await found?.stop();
  rmSync(scratch, { recursive: true, force: true });
});
beforeEach((context) => {
  context.skip(found === undefined, 'adb is not installed and could not be installed');
});

it('there are twelve phones, each with an address of its own', () => {
  const phones = readVirtualPhones(inject('dataDir'));
  expect(phones).toHaveLength(12);
  expect(new Set(phones.map((phone) => phone.adb.port)).size).toBe(12);
});

it('each phone has the tag that the customer sees', async () => {
  const shown = await listPhonesOfDemo(inject('site'));
  expect(shown).toHaveLength(3);
  const listed = readVirtualPhones(inject('dataDir'));
  for (const { tag, device_serial } of shown) {
    expect(listed.find((phone) => phone.tag === tag)?.serial).toBe(device_serial);
  }
});

it('adb works with a virtual phone: connect, model, push and pull of 10 MB byte for byte', async () => {
  const phone = lastPhone();
  const address = `${phone.adb.host}:${phone.adb.port}`;
  expect(await adb('connect', address)).toMatch(/connected to/);
  await adb('-s', address, 'wait-for-device');
  expect((await adb('-s', address, 'shell', 'getprop', 'ro.product.model')).trim()).toBe(phone.model);
  const bytes = randomBytes(10_000_000);
  writeFileSync(join(scratch, 'out'), bytes);
  await adb('-s', address, 'push', join(scratch, 'out'), '/sdcard/Download/ten.bin');
  await adb('-s', address, 'pull', '/sdcard/Download/ten.bin', join(scratch, 'back'));
  expect(readFileSync(join(scratch, 'back')).equals(bytes)).toBe(true);
  await adb('-s', address, 'shell', 'rm', '/sdcard/Download/ten.bin');
  await adb('disconnect', address);
});

function adb(...args: string[]): Promise<string> {
  if (found === undefined) throw new Error('adb is not installed');
  return found(...args);
}

/** A phone that the demo customer does not use. */
function lastPhone(): ListedPhone {
  const phone = readVirtualPhones(inject('dataDir')).at(-1);
  if (phone === undefined) throw new Error('virtual-phones.json is empty');
  return phone;
}
