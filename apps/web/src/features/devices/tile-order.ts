// Which phones have a tile, and where: a tile keeps its place as long as the mosaic is open, because if the others moved up, the
// next click would hit the wrong phone. Pure.
import type { Device } from '@pocketfleet/contract';

/**
 * `before` are the tiles that were shown. A phone that has gone offline keeps its tile. A replaced phone gives its place
 * to its successor. One whose rental is over keeps its tile as it was last known. New phones come last.
 */
export function orderTiles(
  before: readonly Device[],
  devices: readonly Device[],
  isStreamable: (device: Device) => boolean,
): readonly Device[] {
  const placed = new Set<string>();
  const kept = before.map((old) => {
    const now =
      devices.find(({ id }) => id === old.id) ??
      devices.find(
        ({ replaces }) =>
          replaces?.device_id === old.id || (replaces?.earlier_device_ids ?? []).includes(old.id),
      );
    const tile = now === undefined || placed.has(now.id) ? old : now;
    placed.add(tile.id);
    return tile;
  });
  const fresh = devices.filter((device) => isStreamable(device) && !placed.has(device.id));
  return [...kept, ...fresh];
}
