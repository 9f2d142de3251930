import { fileBlockLength } from '@pocketfleet/stream-protocol';
import { expect, test } from 'vitest';
import { PrefixChain } from './prefix-chain.ts';
import { emptyChain, nextChain } from './spool-file.ts';

test('a file’s prefix has the same chain, however it is split into pieces', () => {
  const file = Buffer.alloc(fileBlockLength * 2 + 1_000).map((_, at) => at % 251);
  let wanted = emptyChain;
  for (let at = 0; at < file.length; at += fileBlockLength) {
    wanted = nextChain(wanted, file.subarray(at, at + fileBlockLength));
  }
  for (const length of [65_536, 1_000_000, 70_001]) {
    const chain = new PrefixChain();
    for (let at = 0; at < file.length; at += length) chain.add(file.subarray(at, at + length));
    expect(chain.end()).toBe(wanted);
  }
  expect(new PrefixChain().end()).toBe(emptyChain);
});
