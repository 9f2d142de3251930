// Which capture stands for a tile: as large as it is shown, with as many pictures as the page can show (decision
// 037). Pure.
import type { StreamQuality } from '@pocketfleet/contract';
import type { Size } from './coordinates.ts';
import type { TileStep } from './tile-pace.ts';

/** A tile whose pictures are later than this is behind: what is older is left out up to the next key packet. */
export const tileLateLimitMs = 100;
/** The small capture is 432 pixels high; a tile that is shown little larger needs no other. */
const mostSmallPixels = 440;

/** `shown` in device pixels; undefined before the first layout. */
export function tileQualityFor(step: TileStep, shown: Size | undefined): StreamQuality {
  if (step === 2) return 'tile_slowest';
  if (step === 1) return 'tile_slow';
  const longer = shown === undefined ? 0 : Math.max(shown.width, shown.height);
  return longer > mostSmallPixels || longer === 0 ? 'tile' : 'tile_small';
}

export function isTileStandIn(quality: StreamQuality): boolean {
  return quality !== 'tile' && quality.startsWith('tile');
}
