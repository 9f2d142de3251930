import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HiddenFields } from './outline/hidden-fields.ts';
import { forgetScreens, ScreenMemory } from './screen-memory.ts';

const key = (name: string): Buffer => createHash('sha256').update(name).digest();
const secret = 'correct horse battery';
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'pf-screen-memory-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const open = (keys: Buffer[], place = {}) =>
  new ScreenMemory({ dataDir, identity: 'phone-1', user: 10, ...place }, keys);
const files = (): string[] => readdirSync(join(dataDir, 'screens'));
const kept = () => {
  const hidden = new HiddenFields();
  hidden.addSecret(secret, ['n7', 'com.shop\ncom.shop:id/code']);
  return hidden.kept();
};

test('hidden texts stay hidden in the next program, and the file reveals nothing of them', () => {
  open([key('now')]).save(kept());
  const next = new HiddenFields();
  const known = open([key('new'), key('now')]).load();
  expect(known?.secret_fields).toEqual(['com.shop\ncom.shop:id/code']);
  next.restore(known ?? expect.fail('nothing was kept'));
  expect(next.clean(`It is ${secret.toUpperCase()}.`)).toBe('It is (hidden).');
  const [file = ''] = files();
  const stored = readFileSync(join(dataDir, 'screens', file));
  for (const told of ['correct', 'horse', 'shop']) expect(stored.includes(told)).toBe(false);
});

test.each([
  ['another key', [key('other')], {}],
  ['no key', [], {}],
])('with %s nothing is read, and that is told', (_, keys) => {
  open([key('now')]).save(kept());
  expect(() => open(keys).load()).toThrow(/can’t be read/);
});

test('a file that was changed or moved to another tenant is not read', () => {
  open([key('now')]).save(kept());
  const [file = ''] = files();
  const path = join(dataDir, 'screens', file);
  const stored = readFileSync(path);
  writeFileSync(path.replace(/10$/, '11'), stored);
  expect(() => open([key('now')], { user: 11 }).load()).toThrow(/can’t be read/);
  stored.writeUInt8(stored.readUInt8(20) ^ 1, 20);
  writeFileSync(path, stored);
  expect(() => open([key('now')]).load()).toThrow(/can’t be read/);
});

test('when the tenant goes, the files of their phone go, and no others', () => {
  open([key('now')]).save(kept());
  open([key('now')], { identity: 'phone-2' }).save(kept());
  forgetScreens(dataDir, 'phone-1');
  expect(open([key('now')]).load()).toBeUndefined();
  expect(files()).toHaveLength(1);
});
