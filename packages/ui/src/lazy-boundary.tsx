// Parts of a page whose code is loaded when they are shown. A part that can't be loaded, as happens offline and after a new
// release, doesn't break the page: its boundary shows the failure in its place, and can load it again.
import { Component, type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react';
import { LoadFailure } from './load-failure.tsx';

/** A part's code could not be loaded. `retry` loads it again, and rejects when that fails too. */
class LoadError extends Error {
  /** The error was shown before. When it is thrown again, the part is wanted now, so it is loaded again. */
  wasShown = false;
  readonly retry: () => Promise<void>;

  constructor(cause: unknown, retry: () => Promise<void>) {
    super('a part of the page could not be loaded', { cause });
    this.retry = retry;
  }
}

/** React.lazy, except that it can be loaded again: React.lazy keeps a failure for as long as the page is open. */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const retry = async () => {
    const loaded = await load();
    shown = lazy(() => Promise.resolve(loaded));
  };
  let shown = lazy(() =>
    load().catch((error: unknown) => {
      throw new LoadError(error, retry);
    }),
  );
  return (props) => createElement(shown as ComponentType<Props>, props);
}

type Props = {
  /** Names the part at the start of a sentence: "The calendar". */
  what: string;
  /** Shown while the part is loaded. */
  waiting?: ReactNode;
  /** Shown beside the failure, or alone with `isQuiet`. */
  instead?: ReactNode;
  /** For a part that the page works without: the failure is not shown. */
  isQuiet?: boolean;
  /** For a part that opens over the page. Its failure is then shown over the page too, until it is closed. */
  over?: { isOpen: boolean; onClose(): void };
  /** A failed part is loaded again when this changes. */
  retryKey?: unknown;
  /** Of the failure. */
  className?: string;
  children: ReactNode;
};

/** Suspense for lazy parts, with an end for those that fail. */
export class LazyBoundary extends Component<Props, { error: unknown; isRetrying: boolean }> {
  override state: { error: unknown; isRetrying: boolean } = { error: null, isRetrying: false };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidMount() {
    window.addEventListener('online', this.retry);
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.retry);
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof LoadError)) return;
    if (error.wasShown) void this.retry();
    error.wasShown = true;
  }

  override componentDidUpdate(before: Props) {
    const isReopened = this.props.over?.isOpen === true && before.over?.isOpen === false;
    if (isReopened || this.props.retryKey !== before.retryKey) void this.retry();
  }

  /** The failure stays, and with it the focus, until the part is there. */
  retry = async () => {
    const { error, isRetrying } = this.state;
    if (error === null || isRetrying) return;
    this.setState({ isRetrying: true });
    try {
      if (error instanceof LoadError) await error.retry();
      this.setState({ error: null });
    } catch {
      // The failure is still shown.
    } finally {
      this.setState({ isRetrying: false });
    }
  };

  override render() {
    const { what, waiting, instead, isQuiet, over, className, children } = this.props;
    if (this.state.error === null) return <Suspense fallback={waiting}>{children}</Suspense>;
    const isSaid = !isQuiet && over?.isOpen !== false;
    return (
      <>
        {instead}
        {isSaid ? (
          <LoadFailure
            what={what}
            isRetrying={this.state.isRetrying}
            onRetry={this.retry}
            onClose={over?.onClose}
            className={className}
          />
        ) : null}
      </>
    );
  }
}
