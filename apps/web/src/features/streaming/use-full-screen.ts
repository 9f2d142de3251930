import { type RefObject, useEffect, useState } from 'react';

export type FullScreen = { isOn: boolean; toggle(): void };

/** Full screen of one element. Esc leaves it too. */
export function useFullScreen(element: RefObject<HTMLElement | null>): FullScreen {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const onChange = () => setOn(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, []);
  const toggle = () => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : element.current?.requestFullscreen();
    // A browser may refuse full screen, and the page stays as it is.
    change?.catch(() => undefined);
  };
  return { isOn, toggle };
}
