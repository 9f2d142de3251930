import type { Device } from '@pocketfleet/contract';
import { useState } from 'react';
import { orderTiles } from './tile-order.ts';

/** The phones with a tile, in the order that they keep while the mosaic is open. */
export function useTiles(
  devices: readonly Device[],
  isStreamable: (device: Device) => boolean,
): readonly Device[] {
  const [shown, setShown] = useState<{ devices: readonly Device[]; tiles: readonly Device[] }>(() => {
    return { devices, tiles: orderTiles([], devices, isStreamable) };
  });
  if (shown.devices === devices) return shown.tiles;
  const tiles = orderTiles(shown.tiles, devices, isStreamable);
  setShown({ devices, tiles });
  return tiles;
}
