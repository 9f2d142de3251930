// The bytes of scrcpy's server (scrcpy's doc/develop.md, "Protocol"): each message, split anywhere.
import { expect, test } from 'vitest';
import { readAudio } from './audio-reader.ts';
import { type DeviceMessage, DeviceMessageReader } from './device-message-reader.ts';
import { type MediaPacket, MediaReader, ScrcpyStreamError } from './media-reader.ts';

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');

const deviceMessages: [name: string, bytes: string, message: DeviceMessage | undefined][] = [
  ['clipboard', '00 00000003 414243', { type: 'clipboard', text: Buffer.from('ABC') }],
  ['clipboard without a text', '00 00000000', { type: 'clipboard', text: Buffer.alloc(0) }],
  ['clipboard was set', '01 0102030405060708', { type: 'clipboard_ack', sequence: 0x0102030405060708n }],
  // We create no UHID device, so its output is skipped.
  ['output of a UHID device', '02 002a 0005 0102030405', undefined],
];

test.each(deviceMessages)('device message: %s', (_name, hex, message) => {
  expect(new DeviceMessageReader().push(bytes(hex))).toEqual(message === undefined ? [] : [message]);
});

test.each([1, 2, 7, 1000])('device messages are parsed from pieces of %i bytes', (size) => {
  const all = bytes(deviceMessages.map(([, hex]) => hex).join(''));
  const reader = new DeviceMessageReader();
  const read: DeviceMessage[] = [];
  for (let at = 0; at < all.length; at += size) read.push(...reader.push(all.subarray(at, at + size)));
  expect(read).toEqual(deviceMessages.map(([, , message]) => message).filter(Boolean));
});

test.each([
  ['of an unknown kind', '03 00'],
  ['with a clipboard that is longer than one may be', '00 00040001'],
])('a device message %s ends the capture', (_name, hex) => {
  expect(() => new DeviceMessageReader().push(bytes(hex))).toThrow(ScrcpyStreamError);
});

// h264, 720 x 1600; a configuration, a key packet at 0x1234 µs, another at 1 s.
const video = [
  '68323634 000002d0 00000640',
  '80000000 00000000 00000002 aabb',
  '40000000 00001234 00000003 010203',
  '00000000 000f4240 00000001 ff',
];

test.each([1, 3, 12, 1000])(
  'a video’s header, flags and times are parsed from pieces of %i bytes',
  (size) => {
    const all = bytes(video.join(''));
    const headers: string[] = [];
    const packets: MediaPacket[] = [];
    const reader = new MediaReader(
      12,
      (header) => headers.push(Buffer.from(header).toString('hex')),
      (packet) => packets.push({ ...packet, message: Buffer.from(packet.message) }),
    );
    for (let at = 0; at < all.length; at += size) reader.push(all.subarray(at, at + size));
    expect(headers).toEqual(['68323634000002d000000640']);
    expect(
      packets.map(({ config, key, ptsUs, message }) => [
        config,
        key,
        config ? undefined : ptsUs,
        Buffer.from(message.subarray(20)).toString('hex'),
      ]),
    ).toEqual([
      [true, false, undefined, 'aabb'],
      [false, true, 0x1234n, '010203'],
      [false, false, 1_000_000n, 'ff'],
    ]);
  },
);

// Opus: its parameters, then a packet at 20 ms. Both other headers are reasons why there is no audio.
test.each([
  [
    'of sound',
    '6f707573 80000000 00000000 00000002 aabb 00000000 00004e20 00000001 ff',
    ['config 6f707573aabb', 'packet ff'],
  ],
  ['of a phone without sound', '00000000', ['off']],
  [
    'of a phone whose sound something else has',
    '00000001',
    ['failed', 'the phone’s audio could not be configured'],
  ],
])('the audio socket: %s', (_name, hex, wanted) => {
  const heard: string[] = [];
  const reader = readAudio({
    onOff: () => heard.push('off'),
    onFailed: () => heard.push('failed'),
    onConfig: (config) => heard.push(`config ${Buffer.from(config).toString('hex')}`),
    onPacket: ({ message }) => heard.push(`packet ${Buffer.from(message.subarray(20)).toString('hex')}`),
  });
  try {
    reader.push(bytes(hex));
  } catch (error) {
    heard.push(error instanceof Error ? error.message : '');
  }
  expect(heard).toEqual(wanted);
});
