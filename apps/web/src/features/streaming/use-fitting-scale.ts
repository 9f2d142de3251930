import { type RefObject, useLayoutEffect, useState } from 'react';

/** A phone's body at scale 1, buttons included, with room for the ring. */
const body = { width: 322 + 2 * 13 + 3 + 12, height: 715 + 2 * 13 + 12 } as const;

/** The scale at which a phone's body fills the stage: 0.4 to 1.5. */
export function useFittingScale(stage: RefObject<HTMLElement | null>): number {
  const [scale, setScale] = useState(0.9);
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    const fit = () => {
      const style = getComputedStyle(element);
      const width = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      const height = element.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
      setScale(Math.min(1.5, Math.max(0.4, Math.min(width / body.width, height / body.height))));
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [stage]);
  return scale;
}
