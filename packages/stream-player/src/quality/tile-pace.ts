// Decides how many frames a second the tiles of one page request (decision 037). One decision applies to all tiles, so that a
// machine that can't keep up slows them evenly. About once a second each tile reports whether its frames were late. Pure. Times are ms
// since 1970, because each tile is a frame with a performance.now() of its own.

/** 0 requests all frames of a tile; each higher step requests fewer. */
export type TileStep = 0 | 1 | 2;

/**
 * How a tile's frames of the last second came. `late`: they were late, or packets were skipped as too late. `early`: there
 * is time for more frames.
 */
export type TileTiming = 'late' | 'on_time' | 'early';

export interface TilePace {
  readonly step: TileStep;
  /** A tile starts. The cost of starting doesn't count. */
  join(nowMs: number): void;
  /** A paused tile shows frames again. */
  resume(nowMs: number): void;
  report(timing: TileTiming, nowMs: number): void;
}

/** The page that shows the tiles. */
export interface TilePage {
  /** The number of cores of its machine. */
  readonly cores: number;
  /** The number of tiles on the page now. */
  countTiles(): number;
}

const maxStep = 2;
/** The reports of this time are evaluated. */
const windowMs = 2_000;
/** Fewer reports in a row prove nothing, such as one late second of the only phone that moves. */
const minReports = 3;
/** After this long without a report the page shows something else, so everything begins again. */
const forgetAfterMs = 10_000;
/** After a change of the step or a new tile, captures start, and nothing is evaluated for this long. */
const settleMs = 3_000;
/** Tiles that come and go all the time delay the evaluation by this much at most. */
const maxSettleMs = 15_000;
/** With a larger share of late tiles the page can't keep up. */
const maxLateShare = 0.25;
/** Up to this share the page keeps up: a tile may be late because of its own line. */
const fineLateShare = 0.1;
/** After keeping up for this long: one step up. Longer after each step up that had to be taken back. */
const stepUpAfterMs = [8_000, 20_000, 60_000, 300_000] as const;
/** A page with so many tiles for each core starts one or two steps down: the way down takes seconds in which it is late. */
const tilesPerCoreForStep = [0, 10, 20] as const;
/** A page that started low goes up early if this share of the reports is early, and waits longer otherwise. */
const minEarlyShare = 0.9;
/** A step up that lasts this long has succeeded. */
const provenAfterMs = 30_000;

export function createTilePace(page: TilePage): TilePace {
  let step: TileStep = 0;
  /** Nothing has been evaluated yet; the page started below the full number of frames. */
  let [isNew, startedLow] = [true, false];
  let reports: { readonly atMs: number; readonly timing: TileTiming }[] = [];
  let settledAtMs = Number.NEGATIVE_INFINITY;
  /** The last evaluation, or the first tile's start. */
  let evaluatedAtMs: number | undefined;
  let fineSinceMs: number | undefined;
  let steppedUpAtMs = Number.NEGATIVE_INFINITY;
  let failedStepsUp = 0;
  /** The number of reports in the window at the last failed step up, and since when there are less than half as many. */
  let reportsAtFailure = 0;
  let fewerSinceMs: number | undefined;
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  /** Since when too many tiles are late, and the number of reports since then. */
  let overload: { readonly sinceMs: number; readonly reports: number } | undefined;

  function changeStep(by: 1 | -1, nowMs: number): void {
    if (by === -1) steppedUpAtMs = nowMs;
    else if (nowMs - steppedUpAtMs >= provenAfterMs) failedStepsUp = 0;
    else [failedStepsUp, reportsAtFailure] = [failedStepsUp + 1, reports.length];
    step = Math.min(maxStep, Math.max(0, step + by)) as TileStep;
    settle(nowMs);
  }

  function settle(nowMs: number): void {
    [settledAtMs, reports] = [nowMs + settleMs, []];
    [fineSinceMs, fewerSinceMs, overload] = [undefined, undefined, undefined];
  }

  function startLow(): void {
    const tilesPerCore = page.countTiles() / Math.max(1, page.cores);
    const first = Math.max(
      0,
      tilesPerCoreForStep.findLastIndex((min) => tilesPerCore >= min),
    ) as TileStep;
    if (!isNew || first <= step) return;
    [step, startedLow] = [first, true];
  }

  function forgetAfterSilence(nowMs: number): void {
    if (nowMs - reportedAtMs < forgetAfterMs) return;
    [step, failedStepsUp, steppedUpAtMs] = [0, 0, Number.NEGATIVE_INFINITY];
    [evaluatedAtMs, reportedAtMs] = [nowMs, nowMs];
    [isNew, startedLow] = [true, false];
    settle(nowMs);
  }

  /** A step up that failed with many tiles may succeed with a few. */
  function forgetWithFewerTiles(nowMs: number): void {
    if (failedStepsUp === 0 || reports.length * 2 >= reportsAtFailure) fewerSinceMs = undefined;
    else fewerSinceMs ??= nowMs;
    if (fewerSinceMs !== undefined && nowMs - fewerSinceMs >= stepUpAfterMs[0]) failedStepsUp = 0;
  }

  function addReport(timing: TileTiming, nowMs: number): void {
    const before = reports.filter(({ atMs }) => nowMs - atMs < windowMs);
    reports = [...before, { atMs: nowMs, timing }];
    if (shareOf('late') <= maxLateShare) overload = undefined;
    else if (overload === undefined || before.length === 0) overload = { sinceMs: nowMs, reports: 1 };
    else overload = { ...overload, reports: overload.reports + 1 };
  }

  const shareOf = (wanted: TileTiming) =>
    reports.filter(({ timing }) => timing === wanted).length / reports.length;
  const isOverloaded = (nowMs: number) =>
    overload !== undefined && overload.reports >= minReports && nowMs - overload.sinceMs >= windowMs;

  function evaluate(nowMs: number): void {
    isNew = false;
    if (shareOf('late') > fineLateShare) fineSinceMs = undefined;
    else fineSinceMs ??= nowMs;
    forgetWithFewerTiles(nowMs);
    const isDoubtful = startedLow && failedStepsUp === 0 && shareOf('early') < minEarlyShare;
    const delays = stepUpAfterMs.length - 1;
    const stepUpMs = stepUpAfterMs[Math.min(isDoubtful ? 1 : failedStepsUp, delays)] ?? 0;
    if (isOverloaded(nowMs) && step < maxStep) changeStep(1, nowMs);
    else if (fineSinceMs !== undefined && step > 0 && nowMs - fineSinceMs >= stepUpMs) changeStep(-1, nowMs);
  }

  return {
    get step() {
      return step;
    },
    resume(nowMs) {
      forgetAfterSilence(nowMs);
      startLow();
    },
    join(nowMs) {
      forgetAfterSilence(nowMs);
      startLow();
      evaluatedAtMs ??= nowMs;
      if (nowMs - evaluatedAtMs < maxSettleMs) settle(nowMs);
    },
    report(timing, nowMs) {
      reportedAtMs = nowMs;
      if (nowMs < settledAtMs) return;
      addReport(timing, nowMs);
      if (nowMs - settledAtMs < windowMs) return;
      evaluatedAtMs = nowMs;
      evaluate(nowMs);
    },
  };
}
