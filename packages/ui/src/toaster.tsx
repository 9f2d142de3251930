import { useSyncExternalStore } from 'react';
import type { ExternalToast } from 'sonner';
import { LazyBoundary, lazyWithRetry } from './lazy-boundary.tsx';
import type { QueuedToast } from './shown-toasts.tsx';

// Few pages show a toast at once, so what draws them is loaded with the first one.
const ShownToasts = lazyWithRetry(() => import('./shown-toasts.tsx'));

/** More than this many are never visible; older ones that wait make room. */
const mostWaiting = 3;
let waiting: readonly QueuedToast[] = [];
const listeners = new Set<() => void>();

/** Shows a short message: 4000 ms, at most 3 at once. Never the only notice of anything that matters. */
export const toast = {
  success: (message: string, options?: ExternalToast) => add({ kind: 'success', message, options }),
  error: (message: string, options?: ExternalToast) => add({ kind: 'error', message, options }),
  info: (message: string, options?: ExternalToast) => add({ kind: 'info', message, options }),
};

/** Toasts of the whole page: at most 3 visible, 4000 ms each (spec section 9). */
export function Toaster({ theme }: { theme: 'light' | 'dark' }) {
  const queued = useSyncExternalStore(
    subscribe,
    () => waiting,
    () => waiting,
  );
  const isWanted = useSyncExternalStore(subscribe, readWanted, () => false);
  if (!isWanted) return null;
  return (
    // Each toast that comes tries again to load them; a toast is never the only notice of anything that matters.
    <LazyBoundary what="Short messages" isQuiet retryKey={queued}>
      <ShownToasts theme={theme} queued={queued} onShown={clear} />
    </LazyBoundary>
  );
}

let hasBeenUsed = false;

function readWanted(): boolean {
  return hasBeenUsed;
}

function add(next: QueuedToast): void {
  hasBeenUsed = true;
  change([...waiting, next].slice(-mostWaiting));
}

function clear(): void {
  if (waiting.length > 0) change([]);
}

function change(next: readonly QueuedToast[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
