// The quality of a connection in words, from what the player measures: pure.
import type { PlayerState, PlayerStats } from '@pocketfleet/stream-player';

export type ConnectionWords = { kind: 'good' | 'fair' | 'poor' | 'none'; words: string };

/** Under 120 ms feels immediate, up to 300 ms can be worked with. */
const goodDelayMs = 120;
const fairDelayMs = 300;

/** Said while the line gets less than the full picture. */
export const leanPictureWords = 'Slow line: smaller picture';

/** From relay to the drawn picture, in ms; null while not known. The phone's side can't be seen from here. */
export function delayMs(stats: PlayerStats | null): number | null {
  if (stats?.relayToPageMs === undefined) return null;
  return Math.round(stats.relayToPageMs + stats.decodeMs + stats.drawMs);
}

/**
 * A phone sends a picture only when it has changed: none at all is no fault, and must not read as one. Where some came
 * and were left out, it is no still picture either.
 */
export function pictureRate(framesPerSecond: number, hasLeftOut: boolean): string {
  const rounded = Math.round(framesPerSecond);
  return rounded === 0 && !hasLeftOut ? 'still picture' : `${rounded} fps`;
}

export function connectionWords(state: PlayerState, stats: PlayerStats | null): ConnectionWords {
  if (state.name === 'connecting') return { kind: 'none', words: 'Connecting' };
  if (state.name === 'reconnecting') return { kind: 'none', words: 'Reconnecting' };
  if (state.name === 'ended') return { kind: 'none', words: 'Stream ended' };
  if (state.name === 'paused') return { kind: 'none', words: 'Paused' };
  if (state.name === 'stalled') return { kind: 'poor', words: 'Stalled' };
  const delay = delayMs(stats);
  if (delay === null || stats === null) return { kind: 'good', words: 'Connected' };
  if (delay <= goodDelayMs && stats.dropped <= 2) return { kind: 'good', words: 'Good connection' };
  if (delay <= fairDelayMs) return { kind: 'fair', words: 'Fair connection' };
  return { kind: 'poor', words: 'Slow connection' };
}
