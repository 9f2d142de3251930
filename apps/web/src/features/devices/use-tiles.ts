import type { Device } from '@pocketfleet/contract';
import { useState } from 'react';
import { orderTiles } from './tile-order.ts';

type Tiles = { tiles: readonly Device[]; remove(deviceId: string): void };

/** The phones with a tile, in the order that they keep while the mosaic is open, or until the customer removes them. */
export function useTiles(devices: readonly Device[], isStreamable: (device: Device) => boolean): Tiles {
  const [shown, setShown] = useState<{ devices: readonly Device[]; tiles: readonly Device[] }>(() => {
    return { devices, tiles: orderTiles([], devices, isStreamable) };
  });
  const remove = (deviceId: string) =>
    setShown((known) => ({ ...known, tiles: known.tiles.filter(({ id }) => id !== deviceId) }));
  if (shown.devices === devices) return { tiles: shown.tiles, remove };
  const tiles = orderTiles(shown.tiles, devices, isStreamable);
  setShown({ devices, tiles });
  return { tiles, remove };
}
