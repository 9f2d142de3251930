import { DataTable, Skeleton } from '@pocketfleet/ui';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { errorMessage } from '../api/errors.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import { alarmColumns } from '../features/alarms/alarm-columns.tsx';
import { cleaningColumns } from '../features/cleaning/cleaning-columns.tsx';
import { phoneActions } from '../features/fleet/phone-actions.ts';
import { PhoneFacts } from '../features/fleet/phone-facts.tsx';
import { Thumbnail } from '../features/fleet/thumbnail.tsx';
import { ActionButtons, WaitingPage } from '../parts/detail-page.tsx';
import { Page } from '../parts/list-page.tsx';
import { useNow } from '../parts/use-now.ts';
import { useSession } from '../session.ts';

/** One phone: its screen while it is free, its facts, its actions, and its rentals, alarms and cleanings so far. */
export function PhonePage() {
  const { id = '' } = useParams();
  const query = useApiQuery('getPhone', { params: { id } });
  const phone = query.data;
  const now = useNow();
  const { permissions } = useSession();
  const lastFew = { page: 1, per_page: 10, device_id: id };
  const alarms = useApiQuery('listAlarms', { query: lastFew });
  const cleanings = useApiQuery('listCleanings', { query: { ...lastFew, preparations: 'with' } });
  if (!phone) return <WaitingPage title="Phone" subject="This phone" query={query} />;
  return (
    <Page
      title={phone.tag}
      browserTitle={`Phone ${phone.tag}`}
      count={phone.label}
      query={query}
      actions={<ActionButtons actions={phoneActions(phone, now)} />}
    >
      <div className="flex flex-col gap-6 md:flex-row">
        <Thumbnail phone={phone} everyMs={5_000} isLarge />
        <div className="flex min-w-0 flex-1 flex-col gap-6">
          <PhoneFacts phone={phone} />
          <PhoneRecord title="Alarms" none="No alarms yet." query={alarms}>
            <DataTable
              label="Alarms"
              rows={alarms.data?.rows ?? []}
              rowKey={({ id: key }) => key}
              columns={alarmColumns(permissions).filter(({ key }) => key !== 'phone' && key !== 'host')}
            />
          </PhoneRecord>
          <PhoneRecord title="Cleanings" none="No cleanings yet." query={cleanings}>
            <DataTable
              label="Cleanings"
              rows={cleanings.data?.rows ?? []}
              rowKey={({ id: key }) => key}
              columns={cleaningColumns().filter(({ key }) => key !== 'tag' && key !== 'host')}
            />
          </PhoneRecord>
        </div>
      </div>
    </Page>
  );
}

type RecordQuery = { isError: boolean; error: unknown; data: { rows: readonly unknown[] } | undefined };

/** The last ten rows of a kind, or that there are none. */
function PhoneRecord(props: { title: string; none: string; query: RecordQuery; children: ReactNode }) {
  const { isError, error, data } = props.query;
  return (
    <section>
      <h2 className="mb-2 font-semibold text-card">{props.title}</h2>
      {isError ? <p className="mb-2 text-second">{errorMessage(error)}</p> : null}
      {data === undefined && !isError ? <Skeleton className="h-11 w-full" /> : null}
      {data?.rows.length === 0 ? <p className="text-second">{props.none}</p> : null}
      {data && data.rows.length > 0 ? props.children : null}
    </section>
  );
}
