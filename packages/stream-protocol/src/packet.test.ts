import { describe, expect, it } from 'vitest';
import {
  decodeHeartbeat,
  decodePacket,
  decodeVideoConfig,
  encodeHeartbeat,
  encodePacket,
  encodeVideoConfig,
  PacketFormatError,
  relayTimeOf,
  stampRelayTime,
} from './packet.ts';

const keyPacket = [
  2, // kind: video
  1, // flags: key
  0,
  0, // reserved
  0,
  0,
  1,
  2, // sequence 258
  0,
  0,
  0,
  0,
  0,
  15,
  66,
  64, // 1 000 000 us
  0,
  0,
  0,
  0, // not stamped yet
  0,
  0,
  0,
  1,
  0x65, // payload: start code and an IDR slice's first byte
]; // prettier-ignore

describe('packets', () => {
  it('are written as the table says', () => {
    const payload = Uint8Array.of(0, 0, 0, 1, 0x65);
    expect([
      ...encodePacket({ kind: 'video', key: true, sequence: 258, ptsUs: 1_000_000n, payload }),
    ]).toEqual(keyPacket);
  });

  it('are read as the table says, with the relay’s stamp', () => {
    const bytes = Uint8Array.from(keyPacket);
    stampRelayTime(bytes, 0x1_0000_0007);
    expect(decodePacket(bytes)).toEqual({
      kind: 'video',
      key: true,
      sequence: 258,
      ptsUs: 1_000_000n,
      relayTimeMs: 7,
      payload: Uint8Array.of(0, 0, 0, 1, 0x65),
    });
    expect(relayTimeOf(bytes)).toBe(7);
  });

  it.each([
    ['too short', keyPacket.slice(0, 19)],
    ['of an unknown kind', [99, ...keyPacket.slice(1)]],
    ['with an unknown flag', [2, 2, ...keyPacket.slice(2)]],
    ['with something in the reserved bytes', [2, 1, 0, 1, ...keyPacket.slice(4)]],
  ])('are refused when %s', (_, bytes) => {
    expect(() => decodePacket(Uint8Array.from(bytes))).toThrow(PacketFormatError);
  });

  it('carry the picture size and parameter sets in a video config', () => {
    const config = {
      codec: 0x68323634,
      width: 720,
      height: 1600,
      parameterSets: Uint8Array.of(0, 0, 0, 1, 0x67),
    };
    const bytes = encodeVideoConfig(config);
    expect([...bytes]).toEqual([0x68, 0x32, 0x36, 0x34, 0x02, 0xd0, 0x06, 0x40, 0, 0, 0, 1, 0x67]);
    expect(decodeVideoConfig(bytes)).toEqual(config);
    expect(() => decodeVideoConfig(Uint8Array.of(0x68, 0x32, 0x36, 0x34, 0, 0, 0, 0))).toThrow(
      PacketFormatError,
    );
  });

  it('carry the encoder’s state in a heartbeat', () => {
    expect([...encodeHeartbeat({ state: 'frozen', lastPacketAgeMs: 2500 })]).toEqual([2, 0, 0, 0x09, 0xc4]);
    expect(decodeHeartbeat(Uint8Array.of(2, 0, 0, 0x09, 0xc4))).toEqual({
      state: 'frozen',
      lastPacketAgeMs: 2500,
    });
    expect(() => decodeHeartbeat(Uint8Array.of(9, 0, 0, 0, 0))).toThrow(PacketFormatError);
  });
});
