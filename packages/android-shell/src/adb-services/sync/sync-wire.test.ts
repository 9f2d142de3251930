import { expect, test } from 'vitest';
import type { FileStat } from '../../files/node.ts';
import {
  encodeEntryV1,
  encodeEntryV2,
  encodeFail,
  encodeListEnd,
  encodeStatV1,
  encodeStatV2,
  SyncId,
} from './sync-wire.ts';

const STAT: FileStat = {
  kind: 'file',
  mode: 0o100644,
  uid: 2000,
  gid: 1015,
  size: 0x1_0000_0002,
  mtimeMs: 1_700_000_000_900,
  ino: 5,
  dev: 2,
  nlink: 1,
};

test('STAT is 16 bytes: id, mode, size without its upper half, time in seconds', () => {
  expect(encodeStatV1(STAT).toString('hex')).toBe('53544154' + 'a4810000' + '02000000' + '00f15365');
  expect(encodeStatV1(null).toString('hex')).toBe(`53544154${'00'.repeat(12)}`);
});

test('STA2 is 72 bytes: id, error, dev, ino, mode, nlink, uid, gid, size, three times', () => {
  const time = '00f1536500000000';
  expect(encodeStatV2(SyncId.STA2, 0, STAT).toString('hex')).toBe(
    '53544132' + // "STA2"
      '00000000' + // no error
      '0200000000000000' + // dev
      '0500000000000000' + // ino
      'a4810000' + // mode
      '01000000' + // links
      'd0070000' + // uid 2000
      'f7030000' + // gid 1015
      '0200000001000000' + // size
      time.repeat(3),
  );
  expect(encodeStatV2(SyncId.LST2, 2, null).toString('hex')).toBe(`4c535432${'02000000'}${'00'.repeat(64)}`);
});

test('entries end with the length of the name and the name', () => {
  expect(encodeEntryV1('ab', STAT).toString('hex')).toBe(
    '44454e54' + 'a4810000' + '02000000' + '00f15365' + '02000000' + '6162',
  );
  const v2 = encodeEntryV2('é', STAT);
  expect(v2).toHaveLength(76 + 2);
  expect(v2.subarray(0, 4).toString()).toBe('DNT2');
  expect(v2.subarray(72).toString('hex')).toBe('02000000' + 'c3a9');
});

test('the end of a list is as long as an entry', () => {
  expect(encodeListEnd(1).toString('hex')).toBe(`444f4e45${'00'.repeat(16)}`);
  expect(encodeListEnd(2).toString('hex')).toBe(`444f4e45${'00'.repeat(72)}`);
});

test('a failure carries its text', () => {
  expect(encodeFail('no').toString('hex')).toBe('4641494c' + '02000000' + '6e6f');
});
