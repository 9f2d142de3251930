import { expect, test } from 'vitest';
import { encodeHeader, HEADER_BYTES, PacketCommand, parseHeader, sumBytes } from './packet.ts';
import { PacketReader } from './packet-reader.ts';

// biome-ignore format: one line for each field
const OPEN_BYTES = Buffer.from([
  0x4f, 0x50, 0x45, 0x4e, // "OPEN"
  0x07, 0x00, 0x00, 0x00, // arg0: the host's stream 7
  0x00, 0x00, 0x00, 0x00, // arg1
  0x05, 0x00, 0x00, 0x00, // five bytes follow
  0xf7, 0x01, 0x00, 0x00, // their sum, 0x1f7
  0xb0, 0xaf, 0xba, 0xb1, // the command's complement
]);

test("a header has the same bytes as adb's", () => {
  const payload = Buffer.from('sync:');
  expect(sumBytes(payload)).toBe(0x1f7);
  expect(encodeHeader(PacketCommand.OPEN, 7, 0, 5, 0x1f7)).toEqual(OPEN_BYTES);
});

test('a header is read as it was written', () => {
  expect(parseHeader(OPEN_BYTES)).toEqual({
    command: PacketCommand.OPEN,
    arg0: 7,
    arg1: 0,
    length: 5,
    checksum: 0x1f7,
  });
});

test('a header with a wrong magic is refused', () => {
  const broken = Buffer.from(OPEN_BYTES);
  broken[23] = 0;
  expect(parseHeader(broken)).toBeNull();
});

function readAll(chunks: Buffer[], maxPayload = 16) {
  const packets: string[] = [];
  let broken = '';
  const reader = new PacketReader(
    {
      packet: (header, payload) => packets.push(`${header.arg0}:${Buffer.concat(payload).toString()}`),
      broken: (reason) => {
        broken = reason;
      },
    },
    maxPayload,
  );
  for (const chunk of chunks) reader.push(chunk);
  return { packets, broken };
}

function packet(arg0: number, text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([
    encodeHeader(PacketCommand.WRTE, arg0, 1, payload.length, sumBytes(payload)),
    payload,
  ]);
}

test('packets are read correctly from chunks of any size', () => {
  const bytes = Buffer.concat([packet(1, 'hello'), packet(2, ''), packet(3, 'world')]);
  for (const size of [1, 3, HEADER_BYTES, 25, bytes.length]) {
    const chunks = [];
    for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
    expect(readAll(chunks).packets).toEqual(['1:hello', '2:', '3:world']);
  }
});

test('a payload beyond the negotiated size ends the connection before it is read', () => {
  const { packets, broken } = readAll([packet(1, 'x'.repeat(17))]);
  expect(packets).toEqual([]);
  expect(broken).toContain('too long');
});

test('a payload that does not match its sum ends the connection', () => {
  const bytes = packet(1, 'hello');
  bytes[HEADER_BYTES] = 0x48;
  expect(readAll([bytes]).broken).toBe('bad checksum');
});
