import type { PlayerState, PlayerStats } from '@pocketfleet/stream-player';
import { expect, it } from 'vitest';
import { connectionLabel, delayMs, frameRateLabel } from './connection-label.ts';

const stats = (relayToPageMs: number | undefined, dropped = 0): PlayerStats => ({
  framesPerSecond: 60,
  dropped,
  hasDropped: dropped > 0,
  bitsPerSecond: 4e6,
  roundTripMs: 20,
  relayToPageMs,
  decodeMs: 5,
  drawMs: 3,
  delayMs: undefined,
  isLean: false,
  lastFrameAtMs: 0,
});
const live: PlayerState = { name: 'live' };

it.each([
  [live, stats(40), 'Good connection'],
  [live, stats(40, 10), 'Fair connection'],
  [live, stats(200), 'Fair connection'],
  [live, stats(400), 'Slow connection'],
  [live, stats(undefined), 'Good connection'],
  [live, { ...stats(undefined), roundTripMs: 250 }, 'Fair connection'],
  [live, { ...stats(undefined), roundTripMs: undefined }, 'Connected'],
  [live, null, 'Connected'],
  [{ name: 'stalled', detail: '', sinceMs: 0 }, stats(10), 'Stalled'],
  [{ name: 'reconnecting', detail: '', sinceMs: 0 }, stats(10), 'Reconnecting'],
] as const)('%j with %j reads "%s"', (state, measured, label) => {
  expect(connectionLabel(state, measured).label).toBe(label);
});

it('the delay is the sum of the stages that can be measured', () => {
  expect(delayMs(stats(40))).toBe(48);
  expect(delayMs(null)).toBeNull();
});

it.each([
  [0, false, 'still picture'],
  [0.4, false, 'still picture'],
  [0, true, '0 fps'],
  [0.4, true, '0 fps'],
  [0.6, false, '1 fps'],
  [59.7, true, '60 fps'],
])('%d frames a second, others dropped: %s, reads "%s"', (framesPerSecond, hasDropped, label) => {
  expect(frameRateLabel(framesPerSecond, hasDropped)).toBe(label);
});
