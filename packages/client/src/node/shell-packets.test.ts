import { encodeShellPacket, ShellPacketId } from '@pocketfleet/adb-device';
import { expect, it } from 'vitest';
import { ShellPackets } from './shell-packets.ts';

const out = (text: string): Buffer => encodeShellPacket(ShellPacketId.stdout, Buffer.from(text));
const exit = encodeShellPacket(ShellPacketId.exit, Buffer.from([0]));

/** The packets as a reader of whole packets sees them: id and text of each. Throws where the bytes end within a packet. */
function parse(bytes: Buffer): [number, string][] {
  const packets: [number, string][] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const end = offset + 5 + bytes.readUInt32LE(offset + 1);
    if (end > bytes.length) throw new Error('the bytes end within a packet');
    packets.push([bytes[offset] ?? -1, bytes.toString('latin1', offset + 5, end)]);
    offset = end;
  }
  return packets;
}

it.each([1, 2, 3, 4, 5, 6, 7, 9, 13, 1000])('in pieces of %i bytes, each piece is whole packets', (size) => {
  const all = Buffer.concat([
    out('hello'),
    out(''),
    encodeShellPacket(ShellPacketId.stderr, Buffer.from('no')),
    exit,
  ]);
  const packets = new ShellPackets();
  const seen: [number, string][] = [];
  for (let offset = 0; offset < all.length; offset += size) {
    expect(packets.hasExit).toBe(false);
    seen.push(...parse(packets.toWholePackets(Buffer.from(all.subarray(offset, offset + size)))));
  }
  const text = (id: number): string => seen.flatMap(([of, part]) => (of === id ? [part] : [])).join('');
  expect(text(ShellPacketId.stdout)).toBe('hello');
  expect(text(ShellPacketId.stderr)).toBe('no');
  expect(text(ShellPacketId.exit)).toBe('\0');
  expect(packets.hasExit).toBe(true);
});

it('a byte 3 in the output, or an exit status that has not arrived, is no exit', () => {
  const packets = new ShellPackets();
  packets.toWholePackets(out('\u0003\u0001\u0000\u0000\u0000\u0000'));
  packets.toWholePackets(Buffer.from(exit.subarray(0, 5)));
  expect(packets.hasExit).toBe(false);
});
