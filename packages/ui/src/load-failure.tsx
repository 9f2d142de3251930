import clsx from 'clsx';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

type Props = {
  what: string;
  isRetrying: boolean;
  onRetry(): Promise<void>;
  /** Given for a part that opens over the page: then this lies over the page, too. */
  onClose?: (() => void) | undefined;
  className?: string | undefined;
};

/** Shown in the place of a part that could not be loaded: its name, and a button to load it again. */
export function LoadFailure({ what, isRetrying, onRetry, onClose, className }: Props) {
  const isOnline = useIsOnline();
  const place = useRef<HTMLDivElement>(null);
  const isOver = onClose !== undefined;
  useEffect(() => {
    // The control that was pressed may be gone; a part that opens over the page would have the focus.
    if (isOver) place.current?.querySelector('button')?.focus();
    return () => {
      // A removed button leaves the focus at the top of the page.
      if (!isOver && document.activeElement === document.body) document.querySelector('main')?.focus();
    };
  }, [isOver]);
  return (
    <div
      ref={place}
      className={clsx(
        isOver && 'fixed inset-x-4 bottom-4 z-50 mx-auto max-w-lg rounded-control bg-page',
        className,
      )}
    >
      <Banner
        kind="error"
        action={
          <span className="flex flex-wrap gap-2">
            <Button size="small" isBusy={isRetrying} onClick={onRetry}>
              Try again
            </Button>
            {isOnline ? (
              <Button size="small" onClick={() => location.reload()}>
                Reload the page
              </Button>
            ) : null}
            {isOver ? (
              <Button size="small" kind="quiet" onClick={onClose}>
                Close
              </Button>
            ) : null}
          </span>
        }
      >
        {what} couldn’t be loaded.{' '}
        {isOnline
          ? 'Please try again. If the site was updated a moment ago, reload the page.'
          : 'You’re offline. It’ll load as soon as you’re back online.'}
      </Banner>
    </div>
  );
}

function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
