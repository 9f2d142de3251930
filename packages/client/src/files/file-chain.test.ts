import { fileBlockLength } from '@pocketfleet/stream-protocol';
import { expect, it } from 'vitest';
import { chainOf, emptyChain, readerOf } from './file-chain.ts';

const { signal } = new AbortController();

// The figures were made with node:crypto, as the agent makes them.
it.each([
  [0, emptyChain],
  [fileBlockLength, '00caf8db067515136746e3d59c7135ed644fab1f37c5ef01747632f7fed40e29'],
  [fileBlockLength + 5, 'd84bd489c223863866365ca235163d4775796997ce9f63c0f934e0ef8cec4133'],
])('of a file’s first %i bytes is what the agent makes of them', async (length, chain) => {
  const file = new Blob([new Uint8Array(fileBlockLength + 5).map((_, at) => at % 251)]);
  expect(await chainOf(readerOf(file), length, signal)).toBe(chain);
});
