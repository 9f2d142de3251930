import { Button, buttonClass, EmptyState } from '@pocketfleet/ui';
import { onlineManager } from '@tanstack/react-query';
import { useEffect } from 'react';
import { paths } from '../paths.ts';

/** The whole console failed: says so, and offers a fresh start. */
export function CrashPage() {
  return (
    <main>
      <PageCrash />
    </main>
  );
}

/** The same inside the layout: the navigation still works, and another page is not affected. */
export function PageCrash() {
  useEffect(() => {
    // A page that failed without a line most probably failed because of it.
    if (onlineManager.isOnline()) return;
    return onlineManager.subscribe((isOnline) => {
      if (isOnline) location.reload();
    });
  }, []);
  return (
    <div className="mx-auto max-w-xl p-6">
      <h1 className="sr-only">Error</h1>
      <EmptyState
        isAlert
        title="This page failed"
        action={
          <>
            <Button onClick={() => location.reload()}>Reload</Button>
            {/* A whole document, because the program that is running has just failed. */}
            <a href={paths.now} className={buttonClass('quiet')}>
              What needs you now
            </a>
          </>
        }
      >
        Your last action was either done or refused; the audit log says which.
      </EmptyState>
    </div>
  );
}
