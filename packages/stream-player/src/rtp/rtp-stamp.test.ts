import { expect, test } from 'vitest';
import { stampOfRtpTime } from './rtp-stamp.ts';

const rtpTimeOf = (stamp: number) => (stamp * 90) % 2 ** 32;

test.each([
  ['at the beginning', 1_000, 1_200],
  ['after the RTP time has wrapped many times', 3_000_000_000, 3_000_000_120],
  ['a picture just before a wrap, seen just after it', 47_721_850, 47_721_900],
  ['a clock that is a little behind the picture', 50_000_000, 49_999_950],
  ['a stamp before its own wrap', 2 ** 32 - 10, 2 ** 32 - 1],
])('%s', (_, stamp, relayNowMs) => {
  expect(stampOfRtpTime(rtpTimeOf(stamp), relayNowMs)).toBe(stamp);
});

test('a picture of the same millisecond, one tick later, has the same stamp', () => {
  expect(stampOfRtpTime(rtpTimeOf(5_000) + 1, 5_100)).toBe(5_000);
});
