import { type RefObject, useLayoutEffect, useState } from 'react';

type Screen = { readonly screenWidth: number; readonly screenHeight: number };

/** The body around a phone's screen at scale 1, buttons included, with room for the ring. */
const bodyAround = 2 * 13 + 3 + 14;

/** The scale at which the body around a screen of this size fills `place`, from 0.2 to 1.5. */
export function useFittingScale(place: RefObject<HTMLElement | null>, screen: Screen): number {
  const { screenWidth, screenHeight } = screen;
  const [scale, setScale] = useState(0.9);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const [width, height] = [screenWidth + bodyAround, screenHeight + bodyAround];
    const fit = () =>
      setScale(
        Math.min(1.5, Math.max(0.2, Math.min(element.clientWidth / width, element.clientHeight / height))),
      );
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, screenWidth, screenHeight]);
  return scale;
}
