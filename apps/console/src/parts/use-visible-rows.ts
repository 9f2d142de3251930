import { type RefObject, useLayoutEffect, useState } from 'react';
import { type RowRange, visibleRows } from './visible-rows.ts';

/** The rows of a list in the page's own scroll that are worth drawing. */
export function useVisibleRows(
  body: RefObject<HTMLElement | null>,
  count: number,
  rowHeightPx: number,
): RowRange {
  const [range, setRange] = useState<RowRange>({ first: 0, end: Math.min(count, 20) });
  useLayoutEffect(() => {
    let asked = 0;
    const measure = () => {
      asked = 0;
      const topPx = body.current?.getBoundingClientRect().top ?? 0;
      const next = visibleRows({ topPx, windowHeightPx: window.innerHeight, rowHeightPx, count });
      setRange((known) => (known.first === next.first && known.end === next.end ? known : next));
    };
    const ask = () => {
      asked ||= requestAnimationFrame(measure);
    };
    measure();
    window.addEventListener('scroll', ask, { passive: true });
    window.addEventListener('resize', ask);
    return () => {
      cancelAnimationFrame(asked);
      window.removeEventListener('scroll', ask);
      window.removeEventListener('resize', ask);
    };
  }, [body, count, rowHeightPx]);
  // A list that has just become shorter is never drawn beyond its end.
  return { first: Math.min(range.first, count), end: Math.min(range.end, count) };
}
