import { useEffect, useState } from 'react';

export type FullScreen = { isOn: boolean; toggle(): void };

/**
 * Full screen of the whole document, because dialogs, menus and short messages are outside of the stage and would not be shown
 * over a part of it. The caller lets its stage fill the window. Esc leaves it too, and so does leaving the page.
 */
export function useFullScreen(): FullScreen {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const onChange = () => setOn(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
    };
  }, []);
  const toggle = () => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen();
    // A browser may refuse full screen, and the page stays as it is.
    change.catch(() => undefined);
  };
  return { isOn, toggle };
}
