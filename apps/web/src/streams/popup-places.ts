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

/** Writes this window's place. The size is the content's, as `window.open` takes it. */
export function writePopupPlace(deviceId: string): void {
  const { screenX, screenY, innerWidth, innerHeight } = window;
  const place = { left: screenX, top: screenY, width: innerWidth, height: innerHeight };
  try {
    localStorage.setItem(prefix + deviceId, JSON.stringify(place));
  } catch {
    // Storage is full or not allowed: the popup opens in the centre next time.
  }
}
