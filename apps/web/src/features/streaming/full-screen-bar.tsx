import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { connectionLabel } from '../../streams/connection-label.ts';
import { ConnectionQuality } from './connection-quality.tsx';
import { SeatBar } from './seat/seat-bar.tsx';
import { useSessionPage } from './session-page-context.ts';
import { useStreamStats } from './use-stream-stats.ts';

/** The bar stays for this long after the pointer has moved. */
const shownMs = 3_000;

/** Tag, who has the phone, quality and time left in full screen: while the pointer moves, and as long as the quality is not good. */
export function FullScreenBar() {
  const { device, live, timeLeft } = useSessionPage();
  const isGood = connectionLabel(live.state, useStreamStats(live.player)).kind === 'good';
  const isMoving = useIsPointerMoving();
  return (
    <div
      data-full-screen-bar=""
      className={clsx(
        'absolute inset-x-0 top-0 z-10 flex h-9 items-center gap-4 border-hairline border-b bg-page px-4 text-small transition-opacity duration-120',
        isMoving || !isGood ? 'opacity-100' : 'pointer-events-none opacity-0 focus-within:opacity-100',
      )}
    >
      <span className="font-medium font-mono">{device.tag}</span>
      <SeatBar />
      <span className="flex-1" />
      <ConnectionQuality />
      {timeLeft}
    </div>
  );
}

function useIsPointerMoving(): boolean {
  const [isMoving, setMoving] = useState(true);
  useEffect(() => {
    let timer = setTimeout(() => setMoving(false), shownMs);
    const onMove = () => {
      setMoving(true);
      clearTimeout(timer);
      timer = setTimeout(() => setMoving(false), shownMs);
    };
    document.addEventListener('pointermove', onMove);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointermove', onMove);
    };
  }, []);
  return isMoving;
}
