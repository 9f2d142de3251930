// Sockets of one relay that have closed or were ended a moment ago: the relay may still tell something of them.
import type { AdmittedSocket } from './relay-notes.ts';

/** Longer than a relay keeps control for somebody whose line is lost. */
const keptMs = 120_000;
const maxKept = 20_000;

export type RecentSockets = {
  add: (admitted: AdmittedSocket) => void;
  find: (socketId: string) => AdmittedSocket | undefined;
  list: () => Iterable<AdmittedSocket>;
};

/** `now`: monotonic milliseconds. */
export function createRecentSockets(now: () => number): RecentSockets {
  const kept = new Map<string, { admitted: AdmittedSocket; untilMs: number }>();
  // The oldest come first.
  const forget = (): void => {
    const current = now();
    for (const [id, { untilMs }] of kept) {
      if (untilMs > current && kept.size <= maxKept) return;
      kept.delete(id);
    }
  };
  return {
    add: (admitted) => {
      kept.delete(admitted.socket_id);
      kept.set(admitted.socket_id, { admitted, untilMs: now() + keptMs });
      forget();
    },
    find: (socketId) => {
      forget();
      return kept.get(socketId)?.admitted;
    },
    list: () => {
      forget();
      return kept.values().map(({ admitted }) => admitted);
    },
  };
}
