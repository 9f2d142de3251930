import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Up to this many rows are all rendered, so that the browser's own search finds them. */
const renderAllUpTo = 100;
/** Rows rendered above and below the window, so that scrolling shows no gap. */
const overscanRows = 10;

type Options = {
  body: RefObject<HTMLTableSectionElement | null>;
  rowCount: number;
  /** The estimated height of a row until it is measured. */
  rowHeightPx: number;
  /** -1 without the focus. The focused row stays rendered when it is scrolled away: removing it would lose the focus. */
  focusedIndex: number;
  isFolded: boolean;
};

/** The rows to render of a list in the page's own scroll, each with the height of the gap above it. */
export function useVisibleRows({ body, rowCount, rowHeightPx, focusedIndex, isFolded }: Options) {
  // The virtualizer changes itself, so the compiler would keep its first rows.
  'use no memo';
  const [bodyTopPx, setBodyTopPx] = useState(0);
  // oxlint-disable-next-line react/incompatible-library -- not compiled, see above
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: rowCount,
    estimateSize: () => rowHeightPx,
    overscan: overscanRows,
    scrollMargin: bodyTopPx,
    useFlushSync: false,
    rangeExtractor: (range) => {
      if (rowCount <= renderAllUpTo) return Array.from({ length: rowCount }, (_, index) => index);
      const indexes = defaultRangeExtractor(range);
      if (focusedIndex < 0 || indexes.includes(focusedIndex)) return indexes;
      return [...indexes, focusedIndex].sort((a, b) => a - b);
    },
  });
  useLayoutEffect(() => {
    // After each render, because the content above the table may have changed its height.
    const topPx = Math.round((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    if (topPx !== bodyTopPx) setBodyTopPx(topPx);
  });
  // Folded rows have other heights than rows of a table.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights change with the folding
  useLayoutEffect(() => virtualizer.measure(), [isFolded, virtualizer]);
  let endPx = bodyTopPx;
  const visible = virtualizer.getVirtualItems().map(({ index, start, end }) => {
    const gapPx = start - endPx;
    endPx = end;
    return { index, gapPx };
  });
  return {
    visible,
    /** The end of the list is in the window, or about to be. */
    isNearEnd: (virtualizer.range?.endIndex ?? -1) + overscanRows >= rowCount - 1,
    gapAfterPx: virtualizer.getTotalSize() + bodyTopPx - endPx,
    measureRow: virtualizer.measureElement,
  };
}
