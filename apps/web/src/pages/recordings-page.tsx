import { ApiError } from '@pocketfleet/client';
import type { Recording } from '@pocketfleet/contract';
import {
  Button,
  buttonClass,
  EmptyState,
  LazyBoundary,
  lazyWithRetry,
  PageHeader,
  Skeleton,
} from '@pocketfleet/ui';
import { formatDay, formatShortMoment } from '@pocketfleet/ui/format';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CircleAlert, CirclePlay, Lock, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import * as texts from '#language/recordings';
import { useClient } from '../api/api-provider.tsx';
import { listDevices } from '../api/devices.ts';
import { queryKeys } from '../api/query-keys.ts';
import { formatPosition } from '../features/recordings/recording-times.ts';
import { recordingsKey } from '../features/recordings/recordings-key.ts';
import { paths } from '../paths.ts';
import { useWorkspace } from '../session/use-workspace.ts';
import { usePageTitle } from './page-title.ts';

const RecordingSettingsDialog = lazyWithRetry(() => import('../features/recordings/recording-settings.tsx'));
const refetchMs = 10_000;

export function RecordingsPage() {
  usePageTitle(texts.recordings);
  const client = useClient();
  const [isSetting, setSetting] = useState(false);
  const maySet = useWorkspace()?.permissions.includes('members') ?? false;
  const found = useInfiniteQuery({
    queryKey: recordingsKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam: cursor }) =>
      client.call('listRecordings', { query: { limit: 50, ...(cursor && { cursor }) }, signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: refetchMs,
  });
  const devices = useQuery({
    queryKey: queryKeys.devices,
    queryFn: ({ signal }) => listDevices(client, signal),
  });
  const pages = found.data?.pages ?? [];
  const recordings = pages.flatMap((page) => page.recordings);
  const quota = pages[0]?.quota;
  return (
    <div className="mx-auto max-w-[1600px] px-4 py-6 sm:px-8">
      <PageHeader title={texts.recordings} lead={texts.lead}>
        {maySet && found.data ? (
          <Button icon={<Settings2 />} onClick={() => setSetting(true)}>
            {texts.settings}
          </Button>
        ) : null}
      </PageHeader>
      {quota ? (
        <p className="mt-4 text-second text-small">
          {texts.used(quota.used_bytes, quota.max_bytes, quota.keep_days)}
        </p>
      ) : null}
      <div className="mt-4">
        {found.isPending ? (
          <div role="status" aria-label={texts.loading}>
            <Skeleton className="h-24" />
          </div>
        ) : null}
        {found.isError && !found.data ? (
          <NotLoaded error={found.error} onRetry={() => void found.refetch()} />
        ) : null}
        {found.data && recordings.length === 0 ? <NoRecordings /> : null}
        {recordings.length > 0 ? (
          <ul className="divide-y divide-hairline rounded-card border border-hairline bg-surface">
            {recordings.map((recording) => (
              <RecordingLine key={recording.id} recording={recording} />
            ))}
          </ul>
        ) : null}
        {found.hasNextPage ? (
          <Button
            className="mt-4"
            isBusy={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {texts.more}
          </Button>
        ) : null}
      </div>
      <LazyBoundary what={texts.settings} over={{ isOpen: isSetting, onClose: () => setSetting(false) }}>
        {isSetting ? (
          <RecordingSettingsDialog devices={devices.data?.devices ?? []} onClose={() => setSetting(false)} />
        ) : null}
      </LazyBoundary>
    </div>
  );
}

function RecordingLine({ recording }: { recording: Recording }) {
  const { id, name, phone, started_at, duration_ms, state, gaps, kept_until } = recording;
  const facts = [
    formatShortMoment(started_at),
    formatPosition(duration_ms),
    texts.startedBy(recording),
    gaps === 0 ? '' : texts.gaps(gaps),
    state === 'recording' ? '' : texts.keptUntil(formatDay(kept_until)),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="truncate font-semibold">
          <Link to={paths.recording(id)} className="hover:underline">
            {name}
          </Link>
        </h2>
        <p className="text-second text-small">
          <span className="font-mono">{phone.tag}</span> · {facts.filter((fact) => fact !== '').join(' · ')}
        </p>
      </div>
      <span className="text-second text-small">{texts.states[state]}</span>
      <span className="text-second text-small">{texts.sizeEncrypted(recording.bytes)}</span>
    </li>
  );
}

function NotLoaded({ error, onRetry }: { error: unknown; onRetry(): void }) {
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

function NoRecordings() {
  const action = (
    <Link to={paths.devices} className={buttonClass()}>
      {texts.openDevices}
    </Link>
  );
  return (
    <EmptyState icon={<CirclePlay />} title={texts.none} action={action}>
      {texts.noneText}
    </EmptyState>
  );
}
