// Whether a worker still works. It is asked again and again, and any word of it is a sign of life: one that is only
// late answers late, but as often as it is asked; one that is dead or hangs says nothing more. Pure. Times are ms since
// 1970: the frames of a page, which watch together, each count from their own start.

/** No sign for so long: with the pauses between two looks less than 2.5 s. */
const patienceMs = 2_000;
/** Besides: where looks come seldom, the time alone says little. */
const fewestUnanswered = 4;
/** Each worker lost within a minute doubles it: a machine that is too slow must not throw away one after the other. */
const longestPatienceMs = 12_000;
const lossForgottenAfterMs = 60_000;
const askEveryMs = 400;
/** Looks farther apart than this: the page itself stood still, and heard nothing because it did not listen. */
const asleepAfterMs = 800;

/** What the watches of one page share. */
export interface WorkerLosses {
  patienceMs(nowMs: number): number;
  note(nowMs: number): void;
}

export interface WorkerWatch {
  /** The worker said something, whatever it was. */
  heard(nowMs: number): void;
  /** To be called twice a second or more often by everyone who needs it. Once lost it stays lost. */
  look(nowMs: number): 'well' | 'ask' | 'lost';
}

export function createWorkerLosses(): WorkerLosses {
  let losses: number[] = [];
  const recent = (nowMs: number) => losses.filter((at) => nowMs - at < lossForgottenAfterMs);
  return {
    patienceMs: (nowMs) => Math.min(longestPatienceMs, patienceMs * 2 ** recent(nowMs).length),
    note(nowMs) {
      losses = [...recent(nowMs), nowMs];
    },
  };
}

export function createWorkerWatch(losses: WorkerLosses): WorkerWatch {
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let heardAtMs = 0;
  let unanswered = 0;
  /** It may load code before its first word; who waits for that has limits of his own. */
  let hasSpoken = false;
  let isLost = false;
  const waitFrom = (nowMs: number) => {
    [heardAtMs, unanswered] = [nowMs, 0];
  };
  return {
    heard(nowMs) {
      hasSpoken = true;
      waitFrom(nowMs);
    },
    look(nowMs) {
      if (isLost) return 'lost';
      if (nowMs - lookedAtMs > asleepAfterMs) waitFrom(nowMs);
      lookedAtMs = nowMs;
      const isOverdue = unanswered >= fewestUnanswered && nowMs - heardAtMs >= losses.patienceMs(nowMs);
      if (hasSpoken && isOverdue) {
        isLost = true;
        losses.note(nowMs);
        return 'lost';
      }
      if (nowMs - askedAtMs < askEveryMs) return 'well';
      askedAtMs = nowMs;
      unanswered += 1;
      return 'ask';
    },
  };
}
