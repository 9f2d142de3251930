// A queue for work that is expensive and that anybody can ask for. So much of it runs at once; the rest waits in
// lanes, which are served in rotation, and within a lane the askers are served in rotation. A full lane drops work
// of the asker who has most waiting there, so one asker can fill a lane but can't keep the others out of it.

/** `lane`: which queue it waits in. `asker`: with whom it shares its part of the lane, for example a subnet. */
export type QueuePlace<Lane extends string> = { lane: Lane; asker: string };

export type FairQueue<Lane extends string> = {
  /** Throws QueueFull when there is no room, also later when the room is given to another asker. */
  run: <Result>(place: QueuePlace<Lane>, work: () => Promise<Result>) => Promise<Result>;
};

export class QueueFull extends Error {
  override name = 'QueueFull';
}

type Waiting = { start: () => void; drop: () => void };
/** The first asker is served next; served, they go to the end. */
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
      // Each lane's turn comes again after those of all others.
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
      // Work that ends hands its place on, so `running` stays as it is.
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

/** False when nobody has more waiting than `asker` would have. */
function makeRoom(line: Line, asker: string): boolean {
  let longest: Waiting[] = [];
  for (const theirs of line.values()) if (theirs.length > longest.length) longest = theirs;
  if (longest.length <= (line.get(asker)?.length ?? 0) + 1) return false;
  longest.pop()?.drop();
  return true;
}

function countWaiting(line: Line): number {
  return [...line.values()].reduce((sum, { length }) => sum + length, 0);
}
