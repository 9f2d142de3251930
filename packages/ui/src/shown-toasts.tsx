import { type CSSProperties, useEffect, useSyncExternalStore } from 'react';
import { type ExternalToast, Toaster as Sonner, toast } from 'sonner';

export type QueuedToast = {
  kind: 'success' | 'error' | 'info';
  message: string;
  options: ExternalToast | undefined;
};

/** A phone's window has its tools at the bottom or at the right (`compact` in styles.css). */
const phoneWindow = '(width < 48rem), (height < 35rem)';

/** The header with the menu stays free: it is 56 px high. */
const belowHeader = { top: 64 };
/** The close button within the toast, at its right end, in place of half outside of its corner. */
const closeInside = {
  fontFamily: 'var(--font-sans)',
  '--toast-close-button-start': 'unset',
  '--toast-close-button-end': '10px',
  '--toast-close-button-transform': 'translateY(10px)',
} as CSSProperties;

/** The error toasts since the last success. */
const shownErrors: (string | number)[] = [];

type Props = { theme: 'light' | 'dark'; queued: readonly QueuedToast[]; onShown(): void };

/** A default export, because it is loaded with the first toast. */
export default function ShownToasts({ theme, queued, onShown }: Props) {
  useEffect(() => {
    for (const { kind, message, options } of queued) {
      // The action that failed before has just worked: its error would contradict the success.
      if (kind === 'success') for (const id of shownErrors.splice(0)) toast.dismiss(id);
      const id = toast[kind](message, options);
      if (kind === 'error') shownErrors.push(id);
    }
    onShown();
  }, [queued, onShown]);
  const isPhoneWindow = useSyncExternalStore(watchWindow, () => matchMedia(phoneWindow).matches);
  return (
    <Sonner
      theme={theme}
      visibleToasts={3}
      duration={4000}
      position={isPhoneWindow ? 'top-center' : 'bottom-right'}
      {...(isPhoneWindow && { offset: belowHeader, mobileOffset: belowHeader })}
      closeButton
      style={closeInside}
      toastOptions={{
        style: {
          background: 'var(--pf-surface)',
          color: 'var(--pf-main)',
          // The popover's shadow draws the hairline.
          border: 0,
          borderRadius: 12,
          boxShadow: 'var(--pf-popover)',
          fontSize: 14,
          paddingRight: 40,
        },
        descriptionClassName: 'pf-toast-description',
      }}
    />
  );
}

function watchWindow(onChange: () => void): () => void {
  const query = matchMedia(phoneWindow);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
