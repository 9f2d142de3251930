// How many pictures a second the tiles of one page ask for (decision 037). One decision for all of them, so that a
// machine that can't keep up slows them evenly. Told about once a second by each tile whether it was behind. Pure. Its
// times are ms since 1970: each tile is a frame, and performance.now() counts from each frame's own start.

/** 0: all that a tile gives; each one more: fewer. */
export type TileStep = 0 | 1 | 2;

export interface TilePace {
  readonly step: TileStep;
  /** A tile has come: what beginning costs says nothing of what showing costs. */
  join(nowMs: number): void;
  /** `isBehind`: in the last second a tile's pictures were late, or it left some out because they were. */
  note(isBehind: boolean, nowMs: number): void;
}

const lastStep = 2;
/** What is judged: the words of this time. */
const windowMs = 2_000;
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
/** A step up that lasts this long was right. */
const provenAfterMs = 30_000;

export function createTilePace(): TilePace {
  let step: TileStep = 0;
  let words: { readonly atMs: number; readonly isBehind: boolean }[] = [];
  let settledAtMs = Number.NEGATIVE_INFINITY;
  /** When it was judged last, or the first tile came. */
  let judgedAtMs: number | undefined;
  let wellSinceMs: number | undefined;
  let steppedUpAtMs = Number.NEGATIVE_INFINITY;
  let takenBack = 0;

  function change(by: 1 | -1, nowMs: number): void {
    if (by === 1) takenBack = nowMs - steppedUpAtMs < provenAfterMs ? takenBack + 1 : 0;
    else steppedUpAtMs = nowMs;
    step = Math.min(lastStep, Math.max(0, step + by)) as TileStep;
    settle(nowMs);
  }

  function settle(nowMs: number): void {
    [settledAtMs, words, wellSinceMs] = [nowMs + settleMs, [], undefined];
  }

  function judge(nowMs: number): void {
    const behind = words.filter(({ isBehind }) => isBehind).length / words.length;
    if (behind > few) wellSinceMs = undefined;
    else wellSinceMs ??= nowMs;
    const patienceMs = wellForMs[Math.min(takenBack, wellForMs.length - 1)] ?? 0;
    if (behind > tooMany && step < lastStep) change(1, nowMs);
    else if (wellSinceMs !== undefined && step > 0 && nowMs - wellSinceMs >= patienceMs) change(-1, nowMs);
  }

  return {
    get step() {
      return step;
    },
    join(nowMs) {
      judgedAtMs ??= nowMs;
      if (nowMs - judgedAtMs < longestSettleMs) settle(nowMs);
    },
    note(isBehind, nowMs) {
      if (nowMs < settledAtMs) return;
      words = [...words.filter(({ atMs }) => nowMs - atMs < windowMs), { atMs: nowMs, isBehind }];
      if (nowMs - settledAtMs < windowMs) return;
      judgedAtMs = nowMs;
      judge(nowMs);
    },
  };
}
