import { LazyBoundary, lazyWithRetry } from '@pocketfleet/ui';
import type { ComponentProps } from 'react';
import * as texts from '#language/keys';

const LimitDialog = lazyWithRetry(async () => ({
  default: (await import('./limit-dialog.tsx')).LimitDialog,
}));

/** The dialog of limits. Its code is loaded when it is opened, so that the list comes sooner. */
export function LimitsOnDemand(props: ComponentProps<typeof LimitDialog>) {
  return (
    <LazyBoundary what={texts.theLimits} over={{ isOpen: true, onClose: props.onClose }}>
      <LimitDialog {...props} />
    </LazyBoundary>
  );
}
