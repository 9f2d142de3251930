// Steers the tiles of one page: how many frames a second they request, and which capture that is (decision 209). One decision
// applies to all tiles, so that a machine that can't keep up slows them evenly. A page starts with all frames, and each tile
// reports about once a second whether its frames were late. Pure. Times are ms since 1970, because each tile is a frame of the
// page with a performance.now() of its own.
import type { StreamQuality } from '@pocketfleet/contract';
import type { Size } from '../input/coordinates.ts';

/** 0 requests all frames of a tile; each higher step requests fewer. */
type TileStep = 0 | 1 | 2;

export interface TileSteering {
  readonly step: TileStep;
  /** A tile starts, or shows frames again after a pause. */
  start(nowMs: number): void;
  /** A tile's frames of the last second: whether they were late, or packets were skipped as too late. */
  report(isLate: boolean, nowMs: number): void;
}

/** Reports are evaluated once a second, together. */
const roundMs = 1_000;
/** In a round with a larger share of late tiles the page doesn't keep up. A few tiles may be late because of their own lines. */
const lateShare = 0.25;
const fineShare = 0.1;
/** One step down after so many late rounds in a row with so many reports: one late second of the only phone that moves proves nothing. */
const lateRounds = 2;
const minReports = 3;
/** One step up after keeping up for this long; longer after each step up that had to be taken back within `provenAfterMs`. */
const stepUpAfterMs = [4_000, 20_000, 60_000, 300_000] as const;
const provenAfterMs = 30_000;
/** Captures start after a change of the step, and pages while tiles are added. Nothing is evaluated for this long. */
const settleMs = 2_000;
/** Tiles that come and go all the time delay the first evaluation by this much at most. */
const maxStartMs = 15_000;
/** After this long without a report the page shows something else, so everything begins again. */
const forgetAfterMs = 10_000;

type State = {
  readonly step: TileStep;
  /** When the first tile started. */
  readonly beganAtMs: number;
  readonly settledAtMs: number;
  readonly heardAtMs: number;
  readonly round: { readonly startMs: number; readonly reports: number; readonly late: number };
  /** The late rounds in a row, and their reports. */
  readonly late: { readonly rounds: number; readonly reports: number };
  readonly fineSinceMs: number | undefined;
  readonly steppedUpAtMs: number;
  /** The steps up in a row that had to be taken back, and the reports of a round at the last one. */
  readonly failed: { readonly times: number; readonly reports: number };
};

export function createTileSteering(): TileSteering {
  let state = begin(Number.NEGATIVE_INFINITY);
  return {
    get step() {
      return state.step;
    },
    start(nowMs) {
      if (nowMs - state.heardAtMs >= forgetAfterMs) state = begin(nowMs);
      else if (nowMs - state.beganAtMs < maxStartMs) state = settle(state, nowMs);
    },
    report(isLate, nowMs) {
      state = { ...state, heardAtMs: nowMs };
      if (nowMs < state.settledAtMs) return;
      if (nowMs - state.round.startMs >= roundMs) state = endRound(state, nowMs);
      const { startMs, reports, late } = state.round;
      state = { ...state, round: { startMs, reports: reports + 1, late: late + (isLate ? 1 : 0) } };
    },
  };
}

function begin(nowMs: number): State {
  const never = Number.NEGATIVE_INFINITY;
  const first = { step: 0, beganAtMs: nowMs, heardAtMs: nowMs, steppedUpAtMs: never } as const;
  return settle({ ...first, failed: { times: 0, reports: 0 } }, nowMs);
}

type Lasting = Omit<State, 'settledAtMs' | 'round' | 'late' | 'fineSinceMs'>;

/** Waits, and evaluates anew. */
function settle(state: Lasting, nowMs: number): State {
  const settledAtMs = nowMs + settleMs;
  const round = { startMs: settledAtMs, reports: 0, late: 0 };
  return { ...state, settledAtMs, round, late: { rounds: 0, reports: 0 }, fineSinceMs: undefined };
}

function endRound(state: State, nowMs: number): State {
  const { round, step, late } = state;
  const share = round.late / Math.max(1, round.reports);
  // The only phone that moves may report once a minute.
  const isInARow = nowMs - round.startMs < 3 * roundMs;
  const before = isInARow ? late : { rounds: 0, reports: 0 };
  const isLate = share > lateShare;
  const next: State = {
    ...state,
    round: { startMs: nowMs, reports: 0, late: 0 },
    late: isLate
      ? { rounds: before.rounds + 1, reports: before.reports + round.reports }
      : { rounds: 0, reports: 0 },
    fineSinceMs: share > fineShare ? undefined : (state.fineSinceMs ?? round.startMs),
    // A step that failed with many tiles may succeed with few.
    failed: round.reports * 2 < state.failed.reports ? { times: 0, reports: 0 } : state.failed,
  };
  if (next.late.rounds >= lateRounds && next.late.reports >= minReports && step < 2)
    return stepDown(next, nowMs);
  const fineMs = nowMs - (next.fineSinceMs ?? nowMs);
  const neededMs = stepUpAfterMs[Math.min(next.failed.times, stepUpAfterMs.length - 1)] ?? 0;
  if (step === 0 || fineMs < neededMs) return next;
  return settle({ ...next, step: step === 2 ? 1 : 0, steppedUpAtMs: nowMs }, nowMs);
}

function stepDown(state: State, nowMs: number): State {
  const isTakenBack = nowMs - state.steppedUpAtMs < provenAfterMs;
  const reports = state.late.reports / state.late.rounds;
  const failed = isTakenBack ? { times: state.failed.times + 1, reports } : { times: 0, reports: 0 };
  return settle({ ...state, step: state.step === 0 ? 1 : 2, failed }, nowMs);
}

const captures = [
  { large: 'tile', small: 'tile_small', lateLimitMs: 100 },
  // A decoder may keep one frame back until the next packet arrives: one and a half times the interval of 7 and 3 frames a second.
  { large: 'tile_slow', small: 'tile_slow', lateLimitMs: 1_500 / 7 },
  { large: 'tile_slowest', small: 'tile_slowest', lateLimitMs: 1_500 / 3 },
] as const satisfies readonly { large: StreamQuality; small: StreamQuality; lateLimitMs: number }[];
/** The small capture is 432 pixels high. A tile that is a little larger needs no other capture. */
const maxSmallPixels = 440;

/** The capture to request for a tile that is shown in this size, in device pixels; undefined before the first layout. */
export function tileQualityFor(step: TileStep, shown: Size | undefined): StreamQuality {
  const longer = shown === undefined ? 0 : Math.max(shown.width, shown.height);
  return longer > maxSmallPixels || longer === 0 ? captures[step].large : captures[step].small;
}

/** From this lateness on, in ms, a tile of this capture is late, and its decoder skips packets. */
export function tileLateLimitMs(quality: StreamQuality | undefined): number {
  return captures.find(({ large }) => large === quality)?.lateLimitMs ?? captures[0].lateLimitMs;
}

/** True when this capture stands in for `tile`. */
export function isTileStandIn(quality: StreamQuality): boolean {
  return quality !== 'tile' && quality.startsWith('tile');
}
