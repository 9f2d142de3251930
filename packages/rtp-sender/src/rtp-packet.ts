// One RTP packet of ours (RFC 3550). All integers big-endian.
//
//   0  u8   version 2, header extension present
//   1  u8   marker (the picture's last packet), payload type
//   2  u16  sequence, wraps
//   4  u32  timestamp, 90 kHz
//   8  u32  ssrc
//   12 u32  0xbede0001: one word of one-byte header extensions (RFC 8285)
//   16 u32  playout delay: id and length, then 12 bits least and 12 bits most, both 0: shown as soon as it is decoded
//   20 ...  payload

const rtpHeaderLength = 20;
/** The browser's own buffer would hold each picture back by some 20 ms. */
export const playoutDelayUri = 'http://www.webrtc.org/experiments/rtp-hdrext/playout-delay';
export const playoutDelayId = 5;

export type RtpHeader = {
  readonly payloadType: number;
  readonly isLast: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
};

export function encodeRtpPacket(header: RtpHeader, payload: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(rtpHeaderLength + payload.length);
  bytes.writeUInt8(0x90, 0);
  bytes.writeUInt8((header.isLast ? 0x80 : 0) | header.payloadType, 1);
  bytes.writeUInt16BE(header.sequence & 0xffff, 2);
  bytes.writeUInt32BE(header.timestamp >>> 0, 4);
  bytes.writeUInt32BE(header.ssrc, 8);
  bytes.writeUInt32BE(0xbede0001, 12);
  bytes.writeUInt32BE(((playoutDelayId << 28) | (2 << 24)) >>> 0, 16);
  bytes.set(payload, rtpHeaderLength);
  return bytes;
}
