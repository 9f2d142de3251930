// Which capture stands for a tile: as large as it is shown, with as many pictures as the page can show (decision
// 037). Pure.
import type { StreamQuality } from '@pocketfleet/contract';
import type { Size } from '../input/coordinates.ts';
import type { TileStep, TileWord } from './tile-pace.ts';

const leastLateLimitMs = 100;
/** A picture that is this late at most has waited for nobody. */
const atEaseMs = 30;
/** How many pictures a second a tile gives at most. */
const picturesASecond = { tile_slow: 7, tile_slowest: 3 } as const;
/** The small capture is 432 pixels high; a tile that is shown little larger needs no other. */
const mostSmallPixels = 440;

/** `shown` in device pixels; undefined before the first layout. */
export function tileQualityFor(step: TileStep, shown: Size | undefined): StreamQuality {
  if (step === 2) return 'tile_slowest';
  if (step === 1) return 'tile_slow';
  const longer = shown === undefined ? 0 : Math.max(shown.width, shown.height);
  return longer > mostSmallPixels || longer === 0 ? 'tile' : 'tile_small';
}

/**
 * In ms: a tile whose pictures are later is behind, and what is older is left out up to the next key packet. A decoder
 * may hold one picture back until the next comes, which of few pictures a second takes its time.
 */
export function tileLateLimitMs(quality: StreamQuality | undefined): number {
  const isSlow = quality === 'tile_slow' || quality === 'tile_slowest';
  return isSlow ? Math.max(leastLateLimitMs, 1_500 / picturesASecond[quality]) : leastLateLimitMs;
}

/** What a tile says of its last second: how late its pictures were, and how many were left out because they were. */
export function tileWord(quality: StreamQuality | undefined, lateMs: number, tooLate: number): TileWord {
  if (tooLate > 0 || lateMs > tileLateLimitMs(quality)) return 'behind';
  return lateMs <= atEaseMs ? 'at_ease' : 'in_time';
}

export function isTileStandIn(quality: StreamQuality): boolean {
  return quality !== 'tile' && quality.startsWith('tile');
}
