import { useEffect } from 'react';

/** Loaded after this time even if the browser is never idle. */
const atLatestMs = 2_000;

/** Loads the session page and starts its decoder while the browser is idle, so that both are ready at a click. */
export function useStreamPageAhead(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const load = () => {
      // A failure is ignored, because a click loads the page again.
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
