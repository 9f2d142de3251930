import { expect, test } from 'vitest';
import {
  CODEC_H264,
  CODEC_OPUS,
  encodeAudioHeader,
  encodeClipboardAck,
  encodeClipboardMessage,
  encodeDeviceMeta,
  encodePacketHeader,
  encodeVideoHeader,
} from './wire.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('the device name fills 64 bytes and is cut between characters', () => {
  expect(hex(encodeDeviceMeta('Pixel 8'))).toBe(`506978656c2038${'00'.repeat(57)}`);
  const long = encodeDeviceMeta('é'.repeat(40));
  expect(long.length).toBe(64);
  // 31 letters of two bytes fit into 63 bytes.
  expect(hex(long)).toBe(`${'c3a9'.repeat(31)}0000`);
});

test('the video header is codec, width and height', () => {
  expect(hex(encodeVideoHeader(CODEC_H264, 720, 1600))).toBe('68323634' + '000002d0' + '00000640');
});

test('the audio header is the codec alone', () => {
  expect(hex(encodeAudioHeader(CODEC_OPUS))).toBe('6f707573');
});

test('packet headers carry flags in the top bits of the time', () => {
  expect(hex(encodePacketHeader({ config: true }, 19))).toBe('8000000000000000' + '00000013');
  expect(hex(encodePacketHeader({ config: false, key: true, ptsUs: 0x1234 }, 0x10203))).toBe(
    '4000000000001234' + '00010203',
  );
  expect(hex(encodePacketHeader({ config: false, key: false, ptsUs: 1_000_000 }, 1))).toBe(
    '00000000000f4240' + '00000001',
  );
});

test('device messages are type, then clipboard text or acknowledged sequence', () => {
  expect(hex(encodeClipboardMessage('ABC'))).toBe('00' + '00000003' + '414243');
  expect(hex(encodeClipboardAck(0x0102030405060708n))).toBe('01' + '0102030405060708');
});

test('a clipboard that is too long for a message is cut between characters', () => {
  const message = encodeClipboardMessage('é'.repeat(200_000));
  expect(message.length).toBe(5 + 262_138);
  expect(message.subarray(5).toString('utf8').endsWith('é')).toBe(true);
});
