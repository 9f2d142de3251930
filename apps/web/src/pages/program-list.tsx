// A tab of Programs with one list: its header, and what stands in the list's place while it isn't there.
import { ApiError } from '@pocketfleet/client';
import { Button, EmptyState, PageHeader, Skeleton } from '@pocketfleet/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, Lock } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import * as keysTexts from '#language/keys';
import { ProgramTabs } from './program-tabs.tsx';

type NotLoadedTexts = {
  notAllowed: string;
  notAllowedText: string;
  notLoaded: string;
  nothingChanged: string;
  retry: string;
};

type Props = {
  tab: ComponentProps<typeof ProgramTabs>['value'];
  texts: NotLoadedTexts & { loading: string };
  found: Pick<UseQueryResult, 'isPending' | 'isError' | 'data' | 'error' | 'refetch'>;
  /** The button that makes a new one; shown once the list is there. */
  action: ReactNode;
  children: ReactNode;
};

export function ProgramList({ tab, texts, found, action, children }: Props) {
  return (
    <>
      <PageHeader title={keysTexts.programs} lead={keysTexts.lead}>
        {found.data ? action : null}
      </PageHeader>
      <div className="mt-6">
        <ProgramTabs value={tab}>
          <div className="flex flex-col gap-3 pt-5">
            {found.isPending ? (
              <div role="status" aria-label={texts.loading}>
                <Skeleton className="h-24" />
              </div>
            ) : null}
            {found.isError && !found.data ? (
              <NotLoaded texts={texts} error={found.error} onRetry={() => void found.refetch()} />
            ) : null}
            {children}
          </div>
        </ProgramTabs>
      </div>
    </>
  );
}

type NotLoadedProps = { texts: NotLoadedTexts; error: unknown; onRetry(): void };

export function NotLoaded({ texts, error, onRetry }: NotLoadedProps) {
  if (error instanceof ApiError && error.status === 403) {
    return (
      <EmptyState icon={<Lock />} title={texts.notAllowed}>
        {texts.notAllowedText}
      </EmptyState>
    );
  }
  const action = <Button onClick={onRetry}>{texts.retry}</Button>;
  return (
    <EmptyState isAlert icon={<CircleAlert />} title={texts.notLoaded} action={action}>
      {texts.nothingChanged}
    </EmptyState>
  );
}
