// Decides whether a worker still runs. It is pinged regularly, and any message from it counts as a response. A slow worker
// responds late but as often as it is pinged; one that is dead or hangs doesn't respond at all. Pure. Times are ms since
// 1970, because the frames of a page share a watch.

/** No response for this long: together with the time between two checks, less than 2.5 s. */
const timeoutMs = 2_000;
/** Where checks are rare, time alone proves little: so many pings must be unanswered as well. */
const minUnanswered = 4;
/** Each worker lost within a minute doubles the timeout: a machine that is too slow must not lose one after the other. */
const maxTimeoutMs = 12_000;
const lossWindowMs = 60_000;
const pingMs = 400;
/** Checks farther apart than this: the page itself was suspended and could not receive messages. */
const suspendedAfterMs = 800;

/** Shared by all watches of one page. */
export interface WorkerLosses {
  timeoutMs(nowMs: number): number;
  add(nowMs: number): void;
}

export interface WorkerWatch {
  /** The worker has sent a message, of whatever kind. */
  responded(nowMs: number): void;
  /** Call it twice a second or more often, from each player. A lost worker stays lost. */
  check(nowMs: number): 'ok' | 'ping' | 'lost';
}

export function createWorkerLosses(): WorkerLosses {
  let losses: number[] = [];
  const recent = (nowMs: number) => losses.filter((at) => nowMs - at < lossWindowMs);
  return {
    timeoutMs: (nowMs) => Math.min(maxTimeoutMs, timeoutMs * 2 ** recent(nowMs).length),
    add(nowMs) {
      losses = [...recent(nowMs), nowMs];
    },
  };
}

export function createWorkerWatch(losses: WorkerLosses): WorkerWatch {
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let pingedAtMs = Number.NEGATIVE_INFINITY;
  let respondedAtMs = 0;
  let unanswered = 0;
  /** Before its first response the worker may be loading code, for which its players have a timeout of their own. */
  let hasResponded = false;
  let isLost = false;
  const restart = (nowMs: number) => {
    [respondedAtMs, unanswered] = [nowMs, 0];
  };
  return {
    responded(nowMs) {
      hasResponded = true;
      restart(nowMs);
    },
    check(nowMs) {
      if (isLost) return 'lost';
      if (nowMs - checkedAtMs > suspendedAfterMs) restart(nowMs);
      checkedAtMs = nowMs;
      const isOverdue = unanswered >= minUnanswered && nowMs - respondedAtMs >= losses.timeoutMs(nowMs);
      if (hasResponded && isOverdue) {
        isLost = true;
        losses.add(nowMs);
        return 'lost';
      }
      if (nowMs - pingedAtMs < pingMs) return 'ok';
      pingedAtMs = nowMs;
      unanswered += 1;
      return 'ping';
    },
  };
}
