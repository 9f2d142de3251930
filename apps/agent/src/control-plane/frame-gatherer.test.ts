// Byte tests: however the bytes are split, `ws` gets whole frames, and no view of the read buffer.
import { expect, test } from 'vitest';
import { SharedBuffers } from '../shared-buffers.ts';
import { FrameGatherer } from './frame-gatherer.ts';

const answer = Buffer.from('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n');
const bytesOf = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * 7 + length) % 251));
const shortFrame = (opcode: number, payload: Buffer) =>
  Buffer.concat([Buffer.from([0x80 | opcode, payload.length]), payload]);
const mediumFrame = (payload: Buffer) =>
  Buffer.concat([Buffer.from([0x82, 126, payload.length >> 8, payload.length & 0xff]), payload]);
const longFrame = (payload: Buffer) => {
  const head = Buffer.from([0x82, 127, 0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeUInt32BE(payload.length, 6);
  return Buffer.concat([head, payload]);
};

/** Pushes the chunks through one buffer, as a socket does, and returns the output. */
function gather(chunks: readonly Buffer[], maxPayload = 100_000): Buffer[] {
  const out: Buffer[] = [];
  const gatherer = new FrameGatherer(new SharedBuffers(4), maxPayload, (bytes) => out.push(bytes));
  const read = Buffer.alloc(100_000);
  for (const chunk of chunks) {
    chunk.copy(read);
    gatherer.push(read.subarray(0, chunk.length));
    read.fill(0xee, 0, chunk.length);
  }
  return out;
}

test('frames of every length are assembled, however the bytes are split', () => {
  const frames = [
    shortFrame(1, Buffer.from('{"type":"push_end"}')),
    shortFrame(9, Buffer.alloc(0)),
    mediumFrame(bytesOf(300)),
    longFrame(bytesOf(3_000)),
    shortFrame(2, bytesOf(125)),
  ];
  const all = Buffer.concat([answer, ...frames]);
  for (let cut = 1; cut < all.length; cut++) {
    const out = gather([all.subarray(0, cut), all.subarray(cut)]);
    expect(out.slice(-frames.length).map(String)).toEqual(frames.map(String));
    expect(Buffer.concat(out).equals(all)).toBe(true);
  }
  const oneByOne = gather([...all].map((byte) => Buffer.from([byte])));
  expect(oneByOne.slice(answer.length).map(String)).toEqual(frames.map(String));
});

test('a released frame’s buffer is reused, and another frame stays unchanged', () => {
  const buffers = new SharedBuffers(4);
  const out: Buffer[] = [];
  const gatherer = new FrameGatherer(buffers, 100_000, (bytes) => out.push(bytes));
  gatherer.push(answer);
  const kept = longFrame(Buffer.alloc(20_000, 1));
  for (const frame of [kept, longFrame(Buffer.alloc(20_000, 2))]) gatherer.push(frame);
  buffers.release(out[2]?.subarray(10, 20) ?? Buffer.alloc(0));
  const next = longFrame(Buffer.alloc(20_000, 3));
  gatherer.push(next);
  expect(out[3]?.buffer).toBe(out[2]?.buffer);
  expect(out[3]?.equals(next)).toBe(true);
  expect(out[1]?.equals(kept)).toBe(true);
});

test('a refusing response and bytes that break the protocol pass unchanged', () => {
  const refusal = [
    Buffer.from('HTTP/1.1 403 Forbidden\r\n\r\n'),
    Buffer.from([0x82, 5]),
    Buffer.from('because'),
  ];
  expect(Buffer.concat(gather(refusal)).equals(Buffer.concat(refusal))).toBe(true);
  const masked = [answer, Buffer.from([0x82, 0x81, 1, 2, 3, 4, 5]), Buffer.from([0x82])];
  expect(Buffer.concat(gather(masked)).equals(Buffer.concat(masked))).toBe(true);
  const long = [answer, longFrame(bytesOf(2_000))];
  expect(Buffer.concat(gather(long, 1_999)).equals(Buffer.concat(long))).toBe(true);
});
