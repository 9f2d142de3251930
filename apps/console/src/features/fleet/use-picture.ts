import { useEffect, useRef, useState } from 'react';
import { acquire } from './picture-semaphore.ts';

/** A picture that takes longer counts as failed, because other pictures wait for the connection. */
const timeoutMs = 10_000;

export type PictureState = {
  /** The time of the current picture's request, in ms since 1970; undefined before the first request. */
  at: number | undefined;
  hasFailed: boolean;
  /** To be called when the browser has loaded the picture, or has failed to. */
  settle(isLoaded: boolean): void;
};

/** A picture that is fetched again every `everyMs` while the page is visible. */
export function usePicture(isEnabled: boolean, everyMs: number): PictureState {
  const [at, setAt] = useState<number>();
  const [hasFailed, setFailed] = useState(false);
  const end = useRef<(isLoaded: boolean) => void>(undefined);
  useEffect(() => {
    if (!isEnabled) return;
    const request = (): void => {
      // The previous request still waits or runs.
      if (document.hidden || end.current !== undefined) return;
      let timeout: number | undefined;
      const release = acquire(() => {
        timeout = window.setTimeout(() => end.current?.(false), timeoutMs);
        // A failed picture is requested again.
        setFailed(false);
        setAt(Date.now());
      });
      end.current = (isLoaded) => {
        end.current = undefined;
        window.clearTimeout(timeout);
        if (!isLoaded) setFailed(true);
        release();
      };
    };
    request();
    const timer = window.setInterval(request, everyMs);
    return () => {
      window.clearInterval(timer);
      end.current?.(true);
    };
  }, [isEnabled, everyMs]);
  return { at, hasFailed, settle: (isLoaded) => end.current?.(isLoaded) };
}
