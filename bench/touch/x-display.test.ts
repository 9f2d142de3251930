import { expect, it } from 'vitest';
import { fakeInputRequest, rootOf } from './x-display.ts';

it('a press at XTEST’s opcode 132 has 36 bytes: opcode, FakeInput, 9 words, ButtonPress, button 1', () => {
  const bytes = fakeInputRequest(132, 4, { detail: 1, root: 0x53a, x: 0, y: 0 });
  expect([...bytes]).toEqual([
    132, 2, 9, 0, 4, 1, 0, 0, 0, 0, 0, 0, 0x3a, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0,
  ]);
});

it('a motion carries its place in the root window', () => {
  const bytes = fakeInputRequest(132, 6, { detail: 0, root: 1, x: 300, y: 515 });
  expect([bytes[4], bytes.readInt16LE(24), bytes.readInt16LE(26)]).toEqual([6, 300, 515]);
});

it('the root window stands behind the vendor’s name, padded to words, and the formats', () => {
  const setup = Buffer.alloc(100);
  setup.writeUInt16LE(5, 24);
  setup[29] = 3;
  setup.writeUInt32LE(0x53a, 40 + 8 + 24);
  expect(rootOf(setup)).toBe(0x53a);
});
