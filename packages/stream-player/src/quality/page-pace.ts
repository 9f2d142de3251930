// The pace that all tiles of a page share: each of them is a frame of ours in it.
import { outermostWindowOfOurs, sharedByPage } from '../worker/shared-by-page.ts';
import { createTilePace, type TilePace } from './tile-pace.ts';

export function paceOfPage(): TilePace {
  const page = outermostWindowOfOurs();
  const { hardwareConcurrency: cores } = navigator;
  return sharedByPage('tile_pace', () => createTilePace({ cores, countTiles: () => page.length }));
}
