// The places of popups on the desktop, kept in this browser for each phone. The popup writes its place, and the panel reads it
// when it opens the popup again. A browser without storage opens each popup in the centre.
const prefix = 'pocketfleet-popup-place:';

export function readPopupPlace(deviceId: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(prefix + deviceId) ?? 'null');
  } catch {
    return null;
  }
}

/** The screen of this window on the desktop, without the system's bars. */
export function screenArea() {
  const screen = window.screen as Screen & { availLeft?: number; availTop?: number };
  return {
    left: screen.availLeft ?? 0,
    top: screen.availTop ?? 0,
    width: screen.availWidth,
    height: screen.availHeight,
  };
}

/**
 * Keeps this window's place while it is moved and resized. Browsers have no event for a window that was moved, and none at all
 * when they are ended. So it is also written when the pointer comes from the window's title, and when it leaves the page.
 */
export function keepPopupPlace(deviceId: string): void {
  const write = () => writePopupPlace(deviceId);
  for (const event of ['resize', 'pagehide']) window.addEventListener(event, write);
  for (const event of ['mouseenter', 'mouseleave']) document.documentElement.addEventListener(event, write);
}

/** Writes this window's place. The size is the content's, as `window.open` takes it. */
function writePopupPlace(deviceId: string): void {
  const { screenX, screenY, innerWidth, innerHeight } = window;
  const place = { left: screenX, top: screenY, width: innerWidth, height: innerHeight, screen: screenArea() };
  try {
    localStorage.setItem(prefix + deviceId, JSON.stringify(place));
  } catch {
    // Storage is full or not allowed: the popup opens in the centre next time.
  }
}
