import { LazyBoundary, lazyWithRetry } from '@pocketfleet/ui';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import * as texts from '#language/session';

const LeaveDialog = lazyWithRetry(() => import('./leave-dialog.tsx'));

/** `title` is the question, `description` what is lost. */
type Props = { isNeeded: boolean; title: string; description: string };

/** Asks before the customer leaves a page with running work, which ends with the page. */
export function LeaveGuard({ isNeeded, title, description }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isNeeded && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isNeeded) return;
    // When the tab is closed, the browser asks with a text of its own.
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [isNeeded]);
  useEffect(() => {
    // The work has ended while the dialog was open, so nothing is lost.
    if (blocker.state === 'blocked' && !isNeeded) blocker.proceed();
  }, [blocker, isNeeded]);

  if (blocker.state !== 'blocked') return null;
  return (
    <LazyBoundary
      what={texts.theQuestionWhetherToLeave}
      over={{ isOpen: true, onClose: () => blocker.reset() }}
    >
      <LeaveDialog
        title={title}
        description={description}
        onStay={() => blocker.reset()}
        onLeave={() => blocker.proceed()}
      />
    </LazyBoundary>
  );
}
