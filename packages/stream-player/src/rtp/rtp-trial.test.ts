import { expect, test } from 'vitest';
import { createRtpTrial } from './rtp-trial.ts';

/** Pictures of every 40 ms from 1,000 on, each by both ways unless it is left out; returns the verdict at the end. */
function compare(
  pictures: number,
  { rtpDelayMs = 40, websocketDelayMs = 40, missing = (_index: number): boolean => false, waitMs = 0 } = {},
) {
  const trial = createRtpTrial(0);
  let endMs = 1_000;
  for (let index = 0; index < pictures; index++) {
    const stamp = 1_000 + index * 40;
    trial.onWebsocket(stamp, stamp + websocketDelayMs);
    if (!missing(index)) trial.onRtp(stamp, stamp + rtpDelayMs);
    endMs = stamp + Math.max(rtpDelayMs, websocketDelayMs);
  }
  return trial.verdict(endMs + waitMs);
}

test.each([
  ['RTP that is as soon is used', {}, 'rtp'],
  ['RTP that is sooner is used', { rtpDelayMs: 10 }, 'rtp'],
  ['RTP that is a little later is used', { rtpDelayMs: 50 }, 'rtp'],
  ['RTP that is much later is not', { rtpDelayMs: 90 }, 'websocket'],
  ['RTP without one picture of five is used', { missing: (index: number) => index % 5 === 4 }, 'rtp'],
  [
    'RTP without every second picture is not',
    { missing: (index: number) => index % 2 === 1, waitMs: 400 },
    'websocket',
  ],
] as const)('%s', (_, line, verdict) => {
  expect(compare(30, line)).toBe(verdict);
});

test('a few pictures decide nothing before their time, and enough after it', () => {
  expect(compare(3)).toBeUndefined();
  expect(compare(3, { waitMs: 1_500 })).toBe('rtp');
});

test('pictures from before RTP began do not count as missing', () => {
  const trial = createRtpTrial(0);
  for (let stamp = 0; stamp < 1_000; stamp += 40) trial.onWebsocket(stamp, stamp + 40);
  trial.onWebsocket(1_000, 1_040);
  trial.onRtp(1_000, 1_050);
  expect(trial.verdict(2_600)).toBe('rtp');
});

test('without any picture the websocket stays', () => {
  const trial = createRtpTrial(0);
  trial.onWebsocket(100, 140);
  expect(trial.verdict(7_000)).toBeUndefined();
  expect(trial.verdict(8_001)).toBe('websocket');
});
