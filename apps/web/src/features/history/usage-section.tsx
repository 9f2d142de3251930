import type { WeeklyUsage } from '@pocketfleet/contract';
import { Button, Card, type Column, DataTable, Segmented, saveFile, toast } from '@pocketfleet/ui';
import { formatDayOfYear } from '@pocketfleet/ui/format';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#language/history';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { formatHours } from './assignment-view.ts';
import { HistorySection, LoadFailed, LoadingSection } from './history-section.tsx';
import { foldBelowPx } from './history-table.tsx';
import { hoursByPhone, type PhoneUsage, type UsageKind } from './usage-view.ts';

/** The number of weeks in the table and in the file. */
const weeks = 8;

const kinds: readonly { value: UsageKind; label: string }[] = [
  { value: 'rented', label: texts.rented },
  { value: 'streamed', label: texts.streamed },
];

/** Hours per phone in each of the last weeks, rented or streamed, and both as CSV. */
export function UsageSection() {
  const client = useClient();
  const [kind, setKind] = useState<UsageKind>('rented');
  const usage = useQuery({
    queryKey: [...queryKeys.assignments, 'usage', weeks],
    queryFn: ({ signal }) => client.call('listUsage', { query: { weeks }, signal }),
  });
  const download = useMutation({
    mutationFn: () => client.call('downloadUsage', { query: { weeks } }),
    onSuccess: ({ bytes, content_type, file_name }) =>
      saveFile(new Blob([new Uint8Array(bytes)], { type: content_type }), file_name),
    onError: (error) => toast.error(texts.fileCouldNotBeLoaded(reasonOf(error))),
  });
  return (
    <HistorySection
      title={texts.usageByWeek}
      lead={kind === 'rented' ? texts.hoursOfEachPhone(weeks) : texts.streamedHoursOfEachPhone(weeks)}
      aside={
        usage.data && usage.data.usage.length > 0 ? (
          <span className="flex flex-wrap gap-3">
            <Segmented
              label={texts.hoursShown}
              value={kind}
              options={kinds}
              onChange={(next) => setKind(next)}
            />
            <Button isBusy={download.isPending} icon={<Download />} onClick={() => download.mutate()}>
              {texts.downloadCsv}
            </Button>
          </span>
        ) : null
      }
    >
      {usage.isPending ? <LoadingSection label={texts.loadingYourUsage} /> : null}
      {usage.isError && !usage.data ? (
        <LoadFailed
          title={texts.failedToLoadUsage}
          sentence={texts.theServerDidNotSendYour}
          isBusy={usage.isFetching}
          onRetry={() => void usage.refetch()}
        />
      ) : null}
      {usage.data ? <UsageTable weeks={usage.data.weeks} usage={usage.data.usage} kind={kind} /> : null}
    </HistorySection>
  );
}

function UsageTable(props: { weeks: readonly string[]; usage: readonly WeeklyUsage[]; kind: UsageKind }) {
  const phones = hoursByPhone(props.usage, props.kind);
  if (phones.length === 0) {
    return (
      <Card padding="small" className="text-second">
        {texts.noHoursYetThey}
      </Card>
    );
  }
  return (
    <DataTable
      label={texts.hoursOfEachPhoneLabel}
      rows={phones}
      rowKey={({ device_id }) => device_id}
      columns={usageColumns(props.weeks)}
      foldBelowPx={foldBelowPx}
      factWidth="5rem"
    />
  );
}

function usageColumns(weeks: readonly string[]): readonly Column<PhoneUsage>[] {
  return [
    {
      key: 'device',
      title: texts.device,
      widthPx: 240,
      cell: ({ tag, model }) => (
        <>
          <span className="font-medium font-mono text-small">{tag}</span>{' '}
          <span className="ml-2">{model}</span>
        </>
      ),
    },
    ...weeks.map(
      (week): Column<PhoneUsage> => ({
        key: week,
        title: formatDayOfYear(`${week}T00:00:00Z`, 'UTC'),
        widthPx: 80,
        isRight: true,
        isMono: true,
        cell: ({ hours }) => (hours.has(week) ? formatHours(hours.get(week) ?? 0) : <span data-none>-</span>),
      }),
    ),
    {
      key: 'total',
      title: texts.total,
      widthPx: 90,
      isRight: true,
      isMono: true,
      cell: ({ total }) => <span className="font-medium">{formatHours(total)}</span>,
    },
  ];
}
