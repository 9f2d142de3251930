import { useEffect } from 'react';

/** A browser that never rests gets it after this long all the same. */
const atLatestMs = 2_000;

/** Loads the session page and starts its decoder while the browser rests: a click finds both ready. */
export function useStreamPageAhead(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const load = () => {
      // Whoever is offline now gets the page by his click.
      import('./stream-page.tsx').then(({ prepare }) => prepare()).catch(() => undefined);
    };
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(load, atLatestMs);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(load, { timeout: atLatestMs });
    return () => cancelIdleCallback(idle);
  }, [isWanted]);
}
