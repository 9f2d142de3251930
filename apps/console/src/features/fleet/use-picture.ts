import { useEffect, useRef, useState } from 'react';
import { takeTurn } from './picture-turns.ts';

/** What has not come by then is given up: its phone has one connection, and others wait. */
const limitMs = 10_000;

export type PictureState = {
  /** Milliseconds since 1970 of the picture that is asked for; undefined before its first turn. */
  at: number | undefined;
  hasFailed: boolean;
  /** The browser has the picture, or will not get it. */
  settle(hasCome: boolean): void;
};

/** A picture that is asked for again and again while the page is in sight, each time when it is its turn. */
export function usePicture(isWanted: boolean, everyMs: number): PictureState {
  const [at, setAt] = useState<number>();
  const [hasFailed, setFailed] = useState(false);
  const end = useRef<(hasCome: boolean) => void>(undefined);
  useEffect(() => {
    if (!isWanted) return;
    const ask = (): void => {
      // Still waiting for its turn or its picture.
      if (document.hidden || end.current !== undefined) return;
      let limit: number | undefined;
      const endTurn = takeTurn(() => {
        limit = window.setTimeout(() => end.current?.(false), limitMs);
        // A picture that could not be taken is asked for again.
        setFailed(false);
        setAt(Date.now());
      });
      end.current = (hasCome) => {
        end.current = undefined;
        window.clearTimeout(limit);
        if (!hasCome) setFailed(true);
        endTurn();
      };
    };
    ask();
    const timer = window.setInterval(ask, everyMs);
    return () => {
      window.clearInterval(timer);
      end.current?.(true);
    };
  }, [isWanted, everyMs]);
  return { at, hasFailed, settle: (hasCome) => end.current?.(hasCome) };
}
