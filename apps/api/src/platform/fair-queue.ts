// A queue for expensive work that unauthenticated clients can request. A limited number of jobs run at once; the others wait
// in lanes. The lanes are served in rotation, and within a lane the requesters are. When a lane is full, a job of the
// requester with the most waiting jobs is dropped, so that one requester can't keep others out of a lane.

/** `asker` identifies the requester, for example by its subnet. */
export type QueuePlace<Lane extends string> = { lane: Lane; asker: string };

export type FairQueue<Lane extends string> = {
  /** Throws QueueFull when the lane is full, also later when the place is given to another requester. */
  run: <Result>(place: QueuePlace<Lane>, work: () => Promise<Result>) => Promise<Result>;
};

export class QueueFull extends Error {
  override name = 'QueueFull';
}

type Waiting = { start: () => void; drop: () => void };
/** The waiting jobs by requester. The first requester is served next and then moves to the end. */
type Line = Map<string, Waiting[]>;

export function createFairQueue<Lane extends string>(
  lanes: readonly Lane[],
  limits: { atOnce: number; waitingPerLane: number },
): FairQueue<Lane> {
  const lines = new Map<Lane, Line>(lanes.map((lane) => [lane, new Map()]));
  let running = 0;

  const startNext = (): void => {
    for (const [lane, line] of lines) {
      const next = takeFirst(line);
      if (next === undefined) continue;
      // Moves the lane to the end, so that all others are served before it.
      lines.delete(lane);
      lines.set(lane, line);
      next.start();
      return;
    }
    running -= 1;
  };

  const wait = ({ lane, asker }: QueuePlace<Lane>): Promise<void> => {
    const line = lines.get(lane) ?? new Map<string, Waiting[]>();
    if (countWaiting(line) >= limits.waitingPerLane && !makeRoom(line, asker)) throw new QueueFull();
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { start: resolve, drop: () => reject(new QueueFull()) };
      line.set(asker, [...(line.get(asker) ?? []), waiting]);
    });
  };

  return {
    run: async (place, work) => {
      // A job that ends passes its place on, so `running` does not change here.
      if (running >= limits.atOnce) await wait(place);
      else running += 1;
      try {
        return await work();
      } finally {
        startNext();
      }
    },
  };
}

function takeFirst(line: Line): Waiting | undefined {
  for (const [asker, [first, ...others]] of line) {
    line.delete(asker);
    if (others.length > 0) line.set(asker, others);
    return first;
  }
  return undefined;
}

/** False when no requester has more jobs waiting than `asker` would have. */
function makeRoom(line: Line, asker: string): boolean {
  let longest: Waiting[] = [];
  for (const jobs of line.values()) if (jobs.length > longest.length) longest = jobs;
  if (longest.length <= (line.get(asker)?.length ?? 0) + 1) return false;
  longest.pop()?.drop();
  return true;
}

function countWaiting(line: Line): number {
  return [...line.values()].reduce((sum, { length }) => sum + length, 0);
}
