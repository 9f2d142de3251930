// The quality of a connection as a label, from what the player measures. Pure.
import type { PlayerState, PlayerStats } from '@pocketfleet/stream-player';
import * as texts from '#language/streams';

export type ConnectionLabel = { kind: 'good' | 'fair' | 'poor' | 'none'; label: string };

/** Up to 120 ms feels immediate; up to 300 ms the phone can still be used well. */
const goodDelayMs = 120;
const fairDelayMs = 300;

/** Shown while a smaller capture stands in on a slow line. */
export const slowLineLabel = texts.slowLineSmallerPicture;

/** From the relay to the drawn frame, in ms; null while not known. The delay from the phone to the relay is not included. */
export function delayMs(stats: PlayerStats | null): number | null {
  if (stats?.relayToPageMs === undefined) return null;
  return Math.round(stats.relayToPageMs + stats.decodeMs + stats.drawMs);
}

/**
 * A phone sends a frame only when its screen has changed, so no frames mean a still picture and no fault, unless frames
 * were dropped.
 */
export function frameRateLabel(framesPerSecond: number, hasDropped: boolean): string {
  const rounded = Math.round(framesPerSecond);
  return rounded === 0 && !hasDropped ? 'still picture' : `${rounded} fps`;
}

export function connectionLabel(state: PlayerState, stats: PlayerStats | null): ConnectionLabel {
  if (state.name === 'connecting') return { kind: 'none', label: texts.connecting };
  if (state.name === 'reconnecting') return { kind: 'none', label: texts.reconnecting };
  if (state.name === 'ended') return { kind: 'none', label: texts.streamEnded };
  if (state.name === 'paused') return { kind: 'none', label: texts.paused };
  if (state.name === 'stalled') return { kind: 'poor', label: texts.stalled };
  // A still picture brings no delay to measure. The round trip is known then, and so the label doesn't change with the picture.
  const delay = delayMs(stats) ?? stats?.roundTripMs;
  if (delay === undefined || stats === null) return { kind: 'good', label: texts.connected };
  if (delay <= goodDelayMs && stats.dropped <= 2) return { kind: 'good', label: texts.goodConnection };
  if (delay <= fairDelayMs) return { kind: 'fair', label: texts.fairConnection };
  return { kind: 'poor', label: texts.slowConnection };
}
