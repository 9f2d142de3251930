/** Rows drawn above and below what is in sight, so that scrolling shows no gap. */
const spareRows = 10;

export type RowRange = { first: number; end: number };

/**
 * Which rows of a long list to draw: `first` and up to, not with, `end`. `topPx` is where the list begins in
 * the window, negative when it was scrolled past.
 */
export function visibleRows(facts: {
  topPx: number;
  windowHeightPx: number;
  rowHeightPx: number;
  count: number;
}): RowRange {
  const { topPx, windowHeightPx, rowHeightPx, count } = facts;
  const first = Math.floor(-topPx / rowHeightPx) - spareRows;
  const end = Math.ceil((windowHeightPx - topPx) / rowHeightPx) + spareRows;
  const clamp = (row: number) => Math.min(count, Math.max(0, row));
  return { first: clamp(first), end: clamp(end) };
}

/**
 * The rows to draw, in order: those of the range, and the one with the focus (-1: none), also where it was scrolled
 * out of sight. If it were not drawn the focus would be lost with it.
 */
export function withFocusedRow({ first, end }: RowRange, focused: number): number[] {
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  if (focused < 0 || (focused >= first && focused < end)) return rows;
  return focused < first ? [focused, ...rows] : [...rows, focused];
}
