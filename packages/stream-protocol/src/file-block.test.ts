import { expect, test } from 'vitest';
import {
  decodeFileBlock,
  encodeFileBlock,
  FileBlockFormatError,
  fileBlockLength,
  maxFileBlockMessageLength,
} from './file-block.ts';

//              kind  offset 0x0000000100000002          content "hi"
const example = [0x01, 0, 0, 0, 1, 0, 0, 0, 2, 0x68, 0x69];

test('a block is its kind, its offset in 64 bits and its content', () => {
  const block = { offset: 0x1_0000_0002, content: Uint8Array.of(0x68, 0x69) };
  expect([...encodeFileBlock(block)]).toEqual(example);
  expect(decodeFileBlock(Uint8Array.from(example))).toEqual(block);
});

test('the longest block just fits', () => {
  const message = encodeFileBlock({ offset: 0, content: new Uint8Array(fileBlockLength) });
  expect(message.length).toBe(maxFileBlockMessageLength);
  expect(decodeFileBlock(message).content.length).toBe(fileBlockLength);
});

test.each([
  ['nothing', []],
  ['a header without content', example.slice(0, 9)],
  ['another kind', [2, ...example.slice(1)]],
  ['an offset beyond every file', [1, 0xff, ...example.slice(2)]],
])('%s is refused', (_, bytes) => {
  expect(() => decodeFileBlock(Uint8Array.from(bytes))).toThrow(FileBlockFormatError);
});

test('a block that is too long is refused', () => {
  const bytes = new Uint8Array(maxFileBlockMessageLength + 1);
  bytes[0] = 1;
  expect(() => decodeFileBlock(bytes)).toThrow(FileBlockFormatError);
});
