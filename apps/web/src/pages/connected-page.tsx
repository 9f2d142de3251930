import { Button, EmptyState, PageHeader, Skeleton } from '@pocketfleet/ui';
import { useQuery } from '@tanstack/react-query';
import { Cable, CircleAlert } from 'lucide-react';
import * as texts from '#language/connect';
import { lead, programs } from '#language/keys';
import { useClient } from '../api/api-provider.tsx';
import { listDevices } from '../api/devices.ts';
import { queryKeys } from '../api/query-keys.ts';
import { ConnectionsTable } from '../features/keys/connections-table.tsx';
import { useServerNow } from '../live/live-events-provider.tsx';
import { usePageTitle } from './page-title.ts';
import { ProgramTabs } from './program-tabs.tsx';

const pollEveryMs = 30_000;

/** The programs that people have connected with their consent. Beside the page of keys, as its second tab. */
export function ConnectedPage() {
  usePageTitle(texts.connected);
  return (
    <div className="mx-auto max-w-[1600px] px-4 py-6 sm:px-8">
      <PageHeader title={programs} lead={lead} />
      <div className="mt-6">
        <ProgramTabs value="connected">
          <div className="pt-5">
            <Connections />
          </div>
        </ProgramTabs>
      </div>
    </div>
  );
}

function Connections() {
  const client = useClient();
  const nowMs = useServerNow(60_000);
  const found = useQuery({
    queryKey: queryKeys.connections,
    queryFn: ({ signal }) => client.call('listConnections', { signal }),
    // A use has no event of its own.
    refetchInterval: pollEveryMs,
  });
  const phones = useQuery({
    queryKey: queryKeys.devices,
    queryFn: ({ signal }) => listDevices(client, signal),
  });
  if (found.isPending) {
    return (
      <div role="status" aria-label={texts.listLoading} className="flex flex-col gap-3">
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    );
  }
  if (!found.data) {
    return (
      <EmptyState
        isAlert
        icon={<CircleAlert />}
        title={texts.notLoaded}
        action={<Button onClick={() => void found.refetch()}>{texts.retry}</Button>}
      >
        {texts.nothingChanged}
      </EmptyState>
    );
  }
  const { connections } = found.data;
  if (connections.length === 0) {
    return (
      <EmptyState icon={<Cable />} title={texts.none}>
        {texts.noneText}
      </EmptyState>
    );
  }
  return (
    <>
      <ConnectionsTable connections={connections} devices={phones.data?.devices ?? []} nowMs={nowMs} />
      <p className="mt-3 text-second text-small">{texts.footNote}</p>
    </>
  );
}
