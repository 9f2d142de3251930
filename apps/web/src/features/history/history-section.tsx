import { Button, EmptyState, Skeleton } from '@pocketfleet/ui';
import { CloudOff, RefreshCw } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import * as texts from '#language/history';

/** A titled part of the history page below the assignments. */
export function HistorySection(props: {
  title: string;
  lead: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="pt-5">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id={id} className="font-semibold text-lead">
            {props.title}
          </h2>
          <p className="text-second">{props.lead}</p>
        </div>
        {props.aside}
      </div>
      {props.children}
    </section>
  );
}

/** In place of a part that could not be loaded. */
export function LoadFailed(props: { title: string; sentence: string; isBusy: boolean; onRetry(): void }) {
  return (
    <EmptyState
      isAlert
      icon={<CloudOff />}
      title={props.title}
      action={
        <Button kind="primary" isBusy={props.isBusy} icon={<RefreshCw />} onClick={props.onRetry}>
          {texts.retry}
        </Button>
      }
    >
      {props.sentence}
    </EmptyState>
  );
}

export function LoadingSection({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label}>
      <Skeleton className="h-40 w-full rounded-card" />
    </div>
  );
}
