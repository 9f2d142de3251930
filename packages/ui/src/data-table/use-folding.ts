import { type RefObject, useLayoutEffect, useState } from 'react';

/** From this width on, two facts with a date and a time each stand side by side. */
const roomyPx = 480;

/** `isFolded`: the frame is too narrow for a table, and so shows each row as a block. */
export function useFolding(frame: RefObject<HTMLElement | null>, foldBelowPx: number) {
  const [isFolded, setFolded] = useState(false);
  const [isRoomy, setRoomy] = useState(false);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => {
      // A larger text, set in the browser, needs as much more room.
      const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
      setFolded(element.clientWidth < foldBelowPx * scale);
      setRoomy(element.clientWidth >= roomyPx * scale);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame, foldBelowPx]);
  return { isFolded, isRoomy };
}
