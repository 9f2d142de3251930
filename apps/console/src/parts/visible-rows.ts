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
