import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from './store.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'payment-store-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const delivery = (id: string) => ({ id, event_id: `evt_${id}`, attempts: 0, next_at_ms: 1, done: false });
const read = () => readFileSync(join(dataDir, 'journal.jsonl'), 'utf8');

/** A disk with room for `bytes` more: what is too long fits in part, as a real one takes it. */
function diskWith(bytes: number): { room: number; append: (path: string, text: string) => void } {
  const disk = {
    room: bytes,
    append: (path: string, text: string) => {
      appendFileSync(path, text.slice(0, disk.room));
      if (text.length > disk.room) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      disk.room -= text.length;
    },
  };
  return disk;
}

test('while the disk is full nothing is forgotten, and it is written down once there is room', () => {
  const disk = diskWith(150);
  const store = openStore(dataDir, disk.append);
  store.put('delivery', delivery('a'));
  const before = read();
  store.put('delivery', delivery('b'));
  store.put('delivery', { ...delivery('a'), done: true });
  expect(store.list('delivery')).toEqual([{ ...delivery('a'), done: true }, delivery('b')]);
  expect(read()).toBe(before);
  disk.room = 10_000;
  store.catchUp();
  expect(openStore(dataDir).list('delivery')).toEqual(store.list('delivery'));
});

test('a disk that fails otherwise is no matter of waiting', () => {
  const store = openStore(dataDir, () => {
    throw Object.assign(new Error('input/output error'), { code: 'EIO' });
  });
  expect(() => store.put('delivery', delivery('a'))).toThrow('input/output');
});

test('a record that a crash has cut off spoils nothing that comes after it', () => {
  openStore(dataDir).put('delivery', delivery('a'));
  appendFileSync(join(dataDir, 'journal.jsonl'), '{"kind":"delivery","obj');
  const store = openStore(dataDir);
  store.put('delivery', delivery('b'));
  expect(openStore(dataDir).list('delivery')).toEqual([delivery('a'), delivery('b')]);
});

test.runIf(process.platform === 'linux')('begins on a disk that is full with what it has', () => {
  openStore(dataDir).put('delivery', delivery('a'));
  appendFileSync(join(dataDir, 'journal.jsonl'), '{"kind":"delivery","obj');
  // Where each write is refused as on a full disk.
  symlinkSync('/dev/full', join(dataDir, 'journal.jsonl.new'));
  const store = openStore(dataDir);
  store.put('delivery', delivery('b'));
  expect(openStore(dataDir).list('delivery')).toEqual([delivery('a'), delivery('b')]);
});
