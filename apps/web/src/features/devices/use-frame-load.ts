import { useCallback, useEffect, useState } from 'react';

/** A frame's program speaks before its document has loaded; on a busy computer the message arrives later. */
const speaksWithinMs = 5_000;
const retryMs = 5_000;

/**
 * Notices that a tile's document could not be loaded: without the line, a browser shows an empty page there, which says nothing.
 * It is loaded again while the browser has a line. `hasFrame`: the tile has a frame now. An earlier frame says nothing
 * about the next. `hasSpoken`: a notice of the frame has arrived.
 */
export function useFrameLoad({ hasFrame, hasSpoken }: { hasFrame: boolean; hasSpoken: boolean }): {
  attempt: number;
  hasFailed: boolean;
  onLoad(): void;
} {
  const [attempt, setAttempt] = useState(0);
  /** The attempt whose document has loaded. */
  const [loaded, setLoaded] = useState<number>();
  const [failed, setFailed] = useState<number>();
  if ((hasSpoken || !hasFrame) && failed !== undefined) setFailed(undefined);
  if (!hasFrame && loaded !== undefined) setLoaded(undefined);
  const onLoad = useCallback(() => setLoaded(attempt), [attempt]);
  useEffect(() => {
    if (!hasFrame || loaded !== attempt || hasSpoken) return;
    const timer = setTimeout(() => setFailed(attempt), speaksWithinMs);
    return () => clearTimeout(timer);
  }, [loaded, attempt, hasFrame, hasSpoken]);
  useEffect(() => {
    if (!hasFrame || failed !== attempt || hasSpoken) return;
    const retry = () => setAttempt(attempt + 1);
    const timer = navigator.onLine ? setTimeout(retry, retryMs) : undefined;
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [failed, attempt, hasFrame, hasSpoken]);
  // While it is tried again, nothing has changed for the customer.
  return { attempt, hasFailed: failed !== undefined, onLoad };
}
