import { expect, it } from 'vitest';
import {
  type BridgeMessage,
  decodeBridgeMessage,
  encodeBridgeMessage,
  maxDataBytes,
  maxReasonBytes,
} from './bridge-message.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const samples: [BridgeMessage, string][] = [
  [{ type: 'open', stream: 1, credit: 65_536, service: 'shell:ls' }, '01 00000001 00010000 7368656c6c3a6c73'],
  [{ type: 'opened', stream: 2, credit: 1 }, '02 00000002 00000001'],
  [{ type: 'close', stream: 3, reason: 'é' }, '03 00000003 c3a9'],
  [{ type: 'close', stream: 3, reason: '' }, '03 00000003'],
  [{ type: 'data', stream: 0xffff_ffff, data: Buffer.from([7, 8]) }, '04 ffffffff 0708'],
  [{ type: 'credit', stream: 5, bytes: 4_096 }, '05 00000005 00001000'],
  [{ type: 'banner', text: 'device::' }, '06 00000000 6465766963653a3a'],
];

it.each(samples)('%o has these bytes, both ways', (message, bytes) => {
  const packed = bytes.replaceAll(' ', '');
  expect(hex(encodeBridgeMessage(message))).toBe(packed);
  expect(decodeBridgeMessage(Buffer.from(packed, 'hex'))).toEqual(message);
});

it('cuts a long reason between characters', () => {
  const bytes = encodeBridgeMessage({ type: 'close', stream: 1, reason: 'é'.repeat(400) });
  expect(bytes.length).toBe(5 + maxReasonBytes);
  expect(decodeBridgeMessage(bytes)).toMatchObject({ reason: 'é'.repeat(250) });
});

it.each([
  ['nothing', ''],
  ['a header that is cut', '01000000'],
  ['an unknown kind', '0700000001'],
  ['stream 0', '030000000061'],
  ['a banner of a stream', '0600000001'],
  ['an open without a service', '010000000100010000'],
  ['an open without a credit', '0100000001'],
  ['a credit of nothing', '050000000100000000'],
  ['a credit beyond the limit', '0500000001ffffffff'],
  ['bytes behind a credit', '05000000010000000100'],
  ['data without a byte', '0400000001'],
  ['a reason that is not UTF-8', '0300000001ff'],
])('refuses %s', (_, bytes) => {
  expect(() => decodeBridgeMessage(Buffer.from(bytes, 'hex'))).toThrow(
    expect.objectContaining({ name: 'BridgeFormatError' }),
  );
});

it('refuses more data than one message may hold', () => {
  const bytes = new Uint8Array(5 + maxDataBytes + 1);
  bytes.set([4, 0, 0, 0, 1]);
  expect(() => decodeBridgeMessage(bytes)).toThrow('bytes of data');
});
