import type { WeeklyUsage } from '@pocketfleet/contract';
import { Button, FactsTable, TableFrame, Td, Th, Tr, toast } from '@pocketfleet/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { saveFile } from '../streaming/save-file.ts';
import { HistorySection, LoadFailed, LoadingSection } from './history-section.tsx';
import { weekInWords } from './moments.ts';
import { hoursByPhone } from './usage-view.ts';

/** Weeks that are shown and that the file holds. */
const weeks = 8;

/** Hours of each phone in each of the last weeks, and the same as CSV. */
export function UsageSection() {
  const client = useClient();
  const usage = useQuery({
    queryKey: [...queryKeys.assignments, 'usage', weeks],
    queryFn: ({ signal }) => client.call('listUsage', { query: { weeks }, signal }),
  });
  const download = useMutation({
    mutationFn: () => client.call('downloadUsage', { query: { weeks } }),
    onSuccess: ({ bytes, content_type, file_name }) =>
      saveFile(new Blob([new Uint8Array(bytes)], { type: content_type }), file_name),
    onError: (error) =>
      toast.error(`The file could not be loaded. ${reasonOf(error) ?? 'Please try again.'}`),
  });
  return (
    <HistorySection
      title="Usage by week"
      lead={`Hours of each phone in the last ${weeks} weeks; weeks begin on Monday, UTC`}
      aside={
        usage.data && usage.data.usage.length > 0 ? (
          <Button
            isBusy={download.isPending}
            icon={<Download strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => download.mutate()}
          >
            Download CSV
          </Button>
        ) : null
      }
    >
      {usage.isPending ? <LoadingSection label="Loading your usage" /> : null}
      {usage.isError && !usage.data ? (
        <LoadFailed
          title="Failed to Load Usage"
          sentence="The server did not send your usage."
          isBusy={usage.isFetching}
          onRetry={() => void usage.refetch()}
        />
      ) : null}
      {usage.data ? <UsageTable weeks={usage.data.weeks} usage={usage.data.usage} /> : null}
    </HistorySection>
  );
}

function UsageTable({ weeks, usage }: { weeks: readonly string[]; usage: readonly WeeklyUsage[] }) {
  const phones = hoursByPhone(usage);
  if (phones.length === 0) {
    return (
      <p className="rounded-card border border-hairline bg-surface px-5 py-4 text-second">
        No hours yet. They are listed here once a rental of yours has begun.
      </p>
    );
  }
  return (
    <TableFrame label="Hours of each phone">
      <FactsTable className="tabular-nums [--fact:5rem]">
        <thead>
          <tr>
            <Th>Device</Th>
            {weeks.map((week) => (
              <Th key={week} className="text-right">
                {weekInWords(week)}
              </Th>
            ))}
            <Th className="text-right">Total</Th>
          </tr>
        </thead>
        <tbody>
          {phones.map((phone) => (
            <Tr key={phone.device_id}>
              <Td className="whitespace-nowrap">
                <span className="font-medium font-mono text-small">{phone.tag}</span>
                <span className="ml-3">{phone.model}</span>
              </Td>
              {weeks.map((week) => (
                <Td
                  key={week}
                  data-label={weekInWords(week)}
                  className="whitespace-nowrap text-right font-mono text-small"
                >
                  {phone.hours.has(week) ? `${phone.hours.get(week)?.toFixed(1)}h` : '-'}
                </Td>
              ))}
              <Td data-label="Total" className="text-right font-medium font-mono text-small">
                {phone.total.toFixed(1)}h
              </Td>
            </Tr>
          ))}
        </tbody>
      </FactsTable>
    </TableFrame>
  );
}
