// How long each rented phone was watched. Once a second this notes which phones are being watched here, and every half minute
// it stores what was noted: no write for a packet, and a crash loses at most half a minute.
import { addStreamedTime, type StreamedInterval } from '../assignments/assignments.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';

const noteEveryMs = 1_000;
const storeEveryMs = 30_000;
/** A longer gap between two notes is no watching: the process or the clock stood still, or the clock was set. */
const longestGapMs = 5_000;
/** Intervals that wait while the database is away. The oldest are dropped. */
const mostWaiting = 20_000;

type Parts = {
  nowMs: () => number;
  /** The assignments whose phones are watched now. */
  listWatched: () => string[];
  /** Stores intervals, at most one of each assignment. */
  add: (intervals: readonly StreamedInterval[]) => Promise<void>;
};

export function createStreamedTime({ nowMs, listWatched, add }: Parts): {
  note: () => void;
  store: () => Promise<void>;
} {
  const open = new Map<string, { from_ms: number; to_ms: number }>();
  let ended: StreamedInterval[] = [];

  const end = (assignment_id: string): void => {
    const interval = open.get(assignment_id);
    open.delete(assignment_id);
    if (interval !== undefined && interval.to_ms > interval.from_ms)
      ended.push({ assignment_id, ...interval });
  };

  return {
    note: () => {
      const now = Math.round(nowMs());
      const watched = new Set(listWatched());
      for (const [assignmentId, { to_ms }] of open) {
        const isGap = now < to_ms || now - to_ms > longestGapMs;
        if (isGap || !watched.has(assignmentId)) end(assignmentId);
      }
      for (const assignmentId of watched) {
        const known = open.get(assignmentId);
        if (known === undefined) open.set(assignmentId, { from_ms: now, to_ms: now });
        else known.to_ms = now;
      }
    },
    store: async () => {
      for (const [assignmentId, { to_ms }] of [...open]) {
        end(assignmentId);
        open.set(assignmentId, { from_ms: to_ms, to_ms });
      }
      let waiting: readonly StreamedInterval[] = ended;
      ended = [];
      try {
        while (waiting.length > 0) {
          const [now, later] = firstOfEach(waiting);
          await add(now);
          waiting = later;
        }
      } catch (error) {
        ended = [...waiting, ...ended].slice(-mostWaiting);
        throw error;
      }
    },
  };
}

function firstOfEach(
  all: readonly StreamedInterval[],
): readonly [now: StreamedInterval[], later: StreamedInterval[]] {
  const seen = new Set<string>();
  const now: StreamedInterval[] = [];
  const later: StreamedInterval[] = [];
  for (const interval of all) {
    (seen.has(interval.assignment_id) ? later : now).push(interval);
    seen.add(interval.assignment_id);
  }
  return [now, later];
}

/** Returns the function that stops it and stores the rest. */
export function startStreamedTime(
  deps: { db: Db; clock: Pick<Clock, 'nowMs'>; log: Log },
  relay: { listWatched: () => string[] },
): () => Promise<void> {
  const time = createStreamedTime({
    nowMs: deps.clock.nowMs,
    listWatched: () => relay.listWatched(),
    add: (intervals) => addStreamedTime(deps, intervals),
  });
  let storing: Promise<void> | undefined;
  const store = (): Promise<void> => {
    // Without overlap: a slow database gets no second attempt meanwhile.
    storing ??= time
      .store()
      .catch((error) => deps.log.warn({ err: error }, 'streamed time waits to be stored'))
      .finally(() => {
        storing = undefined;
      });
    return storing;
  };
  const timers = [setInterval(time.note, noteEveryMs), setInterval(() => void store(), storeEveryMs)];
  return async () => {
    for (const timer of timers) clearInterval(timer);
    time.note();
    await storing;
    await store();
  };
}
