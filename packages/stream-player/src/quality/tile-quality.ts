// Chooses the capture of a tile: as large as the tile is shown, with as many frames as the page can show (decision 037).
// Pure.
import type { StreamQuality } from '@pocketfleet/contract';
import type { Size } from '../input/coordinates.ts';
import type { TileStep, TileTiming } from './tile-pace.ts';

const minLateLimitMs = 100;
/** Up to this lateness a tile is early: its frames wait for nothing. */
const maxEarlyMs = 30;
/** The most frames a second of a capture. */
const framesPerSecond = { tile_slow: 7, tile_slowest: 3 } as const;
/** The small capture is 432 pixels high. A tile that is a little larger needs no other capture. */
const maxSmallPixels = 440;

/** `shown` is in device pixels, and undefined before the first layout. */
export function tileQualityFor(step: TileStep, shown: Size | undefined): StreamQuality {
  if (step === 2) return 'tile_slowest';
  if (step === 1) return 'tile_slow';
  const longer = shown === undefined ? 0 : Math.max(shown.width, shown.height);
  return longer > maxSmallPixels || longer === 0 ? 'tile' : 'tile_small';
}

/**
 * From this lateness on, in ms, a tile is late and its decoder skips packets. A decoder may keep one frame back until the
 * next packet arrives, which takes longer at few frames a second.
 */
export function tileLateLimitMs(quality: StreamQuality | undefined): number {
  const isSlow = quality === 'tile_slow' || quality === 'tile_slowest';
  return isSlow ? Math.max(minLateLimitMs, 1_500 / framesPerSecond[quality]) : minLateLimitMs;
}

/** A tile's report of its last second, from its frames' lateness and the number of packets skipped as too late. */
export function tileTiming(quality: StreamQuality | undefined, lateMs: number, tooLate: number): TileTiming {
  if (tooLate > 0 || lateMs > tileLateLimitMs(quality)) return 'late';
  return lateMs <= maxEarlyMs ? 'early' : 'on_time';
}

/** Whether this capture stands in for `tile`. */
export function isTileStandIn(quality: StreamQuality): boolean {
  return quality !== 'tile' && quality.startsWith('tile');
}
