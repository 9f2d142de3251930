// How many pictures a second the tiles of one page ask for (decision 037). One decision for all of them, so that a
// machine that can't keep up slows them evenly. Told about once a second by each tile how its pictures came. Pure. Its
// times are ms since 1970: each tile is a frame, and performance.now() counts from each frame's own start.

/** 0: all that a tile gives; each one more: fewer. */
export type TileStep = 0 | 1 | 2;

/**
 * How a tile's pictures of the last second came. `behind`: late, or some were left out because they were. `at_ease`:
 * so early that there is room for more.
 */
export type TileWord = 'behind' | 'in_time' | 'at_ease';

export interface TilePace {
  readonly step: TileStep;
  /** A tile has come: what beginning costs says nothing of what showing costs. */
  join(nowMs: number): void;
  /** A tile that was away shows pictures again. */
  comeAgain(nowMs: number): void;
  note(word: TileWord, nowMs: number): void;
}

/** The page that shows them. */
export interface TilePage {
  /** How many cores its machine has. */
  readonly cores: number;
  /** How many tiles are on it now. */
  countTiles(): number;
}

const lastStep = 2;
/** What is judged: the words of this time. */
const windowMs = 2_000;
/** Fewer words in a row say nothing of the page: one late second of the only phone that moves. */
const leastWords = 3;
/** Nobody has said anything for so long: the page shows something else by now, and begins anew. */
const forgottenAfterMs = 10_000;
/** After a change, and after a tile has come, captures start and nothing is judged for so long. */
const settleMs = 3_000;
/** Tiles that come and go for ever would leave nothing to judge. */
const longestSettleMs = 15_000;
/** This share of tiles behind is a page that can't keep up. */
const tooMany = 0.25;
/** Up to this share is well: a tile may be late for reasons of its own line. */
const few = 0.1;
/** Well for so long: one step up; longer after each step up that was taken back. */
const wellForMs = [8_000, 20_000, 60_000, 300_000] as const;
/**
 * A page with so many tiles for each core begins one step down, or two: to climb down from all pictures takes it seconds
 * in which it is late.
 */
const tilesForStep = [0, 10, 20] as const;
/** Who began down there goes up as soon as this share is at ease, and otherwise waits longer. */
const enoughAtEase = 0.9;
/** A step up that lasts this long was right. */
const provenAfterMs = 30_000;

export function createTilePace(page: TilePage): TilePace {
  let step: TileStep = 0;
  /** Nothing has been judged yet; and whether it began with fewer pictures than a tile gives. */
  let [isNew, beganLow] = [true, false];
  let words: { readonly atMs: number; readonly word: TileWord }[] = [];
  let settledAtMs = Number.NEGATIVE_INFINITY;
  /** When it was judged last, or the first tile came. */
  let judgedAtMs: number | undefined;
  let wellSinceMs: number | undefined;
  let steppedUpAtMs = Number.NEGATIVE_INFINITY;
  let takenBack = 0;
  /** How many words the window held when a step up was taken back, and since when it holds less than half of them. */
  let wordsTakenBack = 0;
  let fewerSinceMs: number | undefined;
  let lastWordAtMs = Number.NEGATIVE_INFINITY;
  /** Since when too many are behind, and the words since then. */
  let trouble: { readonly sinceMs: number; readonly words: number } | undefined;

  function change(by: 1 | -1, nowMs: number): void {
    if (by === -1) steppedUpAtMs = nowMs;
    else if (nowMs - steppedUpAtMs >= provenAfterMs) takenBack = 0;
    else [takenBack, wordsTakenBack] = [takenBack + 1, words.length];
    step = Math.min(lastStep, Math.max(0, step + by)) as TileStep;
    settle(nowMs);
  }

  function settle(nowMs: number): void {
    [settledAtMs, words] = [nowMs + settleMs, []];
    [wellSinceMs, fewerSinceMs, trouble] = [undefined, undefined, undefined];
  }

  function beginLow(): void {
    const tiles = page.countTiles() / Math.max(1, page.cores);
    const first = Math.max(
      0,
      tilesForStep.findLastIndex((least) => tiles >= least),
    ) as TileStep;
    if (!isNew || first <= step) return;
    [step, beganLow] = [first, true];
  }

  function forgetAfterSilence(nowMs: number): void {
    if (nowMs - lastWordAtMs < forgottenAfterMs) return;
    [step, takenBack, steppedUpAtMs] = [0, 0, Number.NEGATIVE_INFINITY];
    [judgedAtMs, lastWordAtMs] = [nowMs, nowMs];
    [isNew, beganLow] = [true, false];
    settle(nowMs);
  }

  /** What failed with many tiles says nothing of a few. */
  function forgetWithFewer(nowMs: number): void {
    if (takenBack === 0 || words.length * 2 >= wordsTakenBack) fewerSinceMs = undefined;
    else fewerSinceMs ??= nowMs;
    if (fewerSinceMs !== undefined && nowMs - fewerSinceMs >= wellForMs[0]) takenBack = 0;
  }

  function hear(word: TileWord, nowMs: number): void {
    const before = words.filter(({ atMs }) => nowMs - atMs < windowMs);
    words = [...before, { atMs: nowMs, word }];
    if (shareOf('behind') <= tooMany) trouble = undefined;
    else if (trouble === undefined || before.length === 0) trouble = { sinceMs: nowMs, words: 1 };
    else trouble = { ...trouble, words: trouble.words + 1 };
  }

  const shareOf = (wanted: TileWord) => words.filter(({ word }) => word === wanted).length / words.length;
  const isTooSlow = (nowMs: number) =>
    trouble !== undefined && trouble.words >= leastWords && nowMs - trouble.sinceMs >= windowMs;

  function judge(nowMs: number): void {
    isNew = false;
    if (shareOf('behind') > few) wellSinceMs = undefined;
    else wellSinceMs ??= nowMs;
    forgetWithFewer(nowMs);
    const isDoubtful = beganLow && takenBack === 0 && shareOf('at_ease') < enoughAtEase;
    const patienceMs = wellForMs[Math.min(isDoubtful ? 1 : takenBack, wellForMs.length - 1)] ?? 0;
    if (isTooSlow(nowMs) && step < lastStep) change(1, nowMs);
    else if (wellSinceMs !== undefined && step > 0 && nowMs - wellSinceMs >= patienceMs) change(-1, nowMs);
  }

  return {
    get step() {
      return step;
    },
    comeAgain(nowMs) {
      forgetAfterSilence(nowMs);
      beginLow();
    },
    join(nowMs) {
      forgetAfterSilence(nowMs);
      beginLow();
      judgedAtMs ??= nowMs;
      if (nowMs - judgedAtMs < longestSettleMs) settle(nowMs);
    },
    note(word, nowMs) {
      lastWordAtMs = nowMs;
      if (nowMs < settledAtMs) return;
      hear(word, nowMs);
      if (nowMs - settledAtMs < windowMs) return;
      judgedAtMs = nowMs;
      judge(nowMs);
    },
  };
}
