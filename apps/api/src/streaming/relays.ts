// The relays of this node: its own in its process, or programs that are linked to it (decision 248).
import type { SocketKind } from '@pocketfleet/relay';

export type Relays = {
  count: () => number;
  countSockets: () => Record<SocketKind, number>;
  /** The assignments whose phones are watched now. */
  listWatched: () => string[];
  /** Compares what is open with the database. */
  check: () => Promise<void>;
  /**
   * The address of the relay that a viewer of this device is sent to: a websocket origin, or the site's own. Throws unavailable
   * while there is none.
   */
  getAddress: (deviceId: string) => Promise<string>;
  stop: () => Promise<void>;
};

export function sumSockets(counts: readonly Record<SocketKind, number>[]): Record<SocketKind, number> {
  const sum: Record<SocketKind, number> = { stream: 0, shell: 0, files: 0, adb: 0, screen: 0 };
  for (const each of counts) for (const kind of Object.keys(sum) as SocketKind[]) sum[kind] += each[kind];
  return sum;
}
