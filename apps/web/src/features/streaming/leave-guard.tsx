import { lazy, Suspense, useEffect } from 'react';
import { useBlocker } from 'react-router';

const LeaveDialog = lazy(() => import('./leave-dialog.tsx'));

/** Asks before a page is left on which transfers run: they end with it. */
export function LeaveGuard({ isNeeded }: { isNeeded: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isNeeded && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isNeeded) return;
    // For the tab's end the browser asks, in its own words.
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [isNeeded]);
  useEffect(() => {
    // They have ended while it was asked: nothing is lost by leaving.
    if (blocker.state === 'blocked' && !isNeeded) blocker.proceed();
  }, [blocker, isNeeded]);

  if (blocker.state !== 'blocked') return null;
  return (
    <Suspense>
      <LeaveDialog onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />
    </Suspense>
  );
}
