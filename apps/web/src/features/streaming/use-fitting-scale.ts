import { type RefObject, useLayoutEffect, useState } from 'react';

/** A phone's body at scale 1, buttons included, with room for the ring. */
const body = { short: 322 + 2 * 13 + 3 + 14, long: 715 + 2 * 13 + 3 + 14 } as const;

/** The scale at which a phone's body, upright or on its side, fills `place`, from 0.3 to 1.5. */
export function useFittingScale(place: RefObject<HTMLElement | null>, isWide: boolean): number {
  const [scale, setScale] = useState(0.9);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const [width, height] = isWide ? [body.long, body.short] : [body.short, body.long];
    const fit = () =>
      setScale(
        Math.min(1.5, Math.max(0.3, Math.min(element.clientWidth / width, element.clientHeight / height))),
      );
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, isWide]);
  return scale;
}
