import { Button, DataTable } from '@pocketfleet/ui';
import { formatCount } from '@pocketfleet/ui/format';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { usePagedQuery } from '../api/use-paged-query.ts';
import { calendarColumns } from '../features/calendar/calendar-columns.tsx';
import { filterCalendar, joinPages } from '../features/calendar/calendar-view.ts';
import { Legend } from '../features/calendar/lane.tsx';
import { LaneNotes } from '../features/calendar/lane-note.tsx';
import { scaleFrom, widestZoom, zooms } from '../features/calendar/time-scale.ts';
import { FilterBar, SearchFilter, SelectFilter } from '../parts/filter-bar.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { oneOf, useFilters } from '../parts/use-filters.ts';
import { useNow } from '../parts/use-now.ts';
import { paths } from '../paths.ts';

/** Enough rows for a screen: half a year of a large fleet is megabytes. */
const pageRows = 40;
/** A fleet of up to this many phones is fetched more often. */
const smallFleet = 100;

const quarterMs = 900_000;

/** The rentals of each phone in the next six months, or nearer. */
export function CalendarPage() {
  const filters = useFilters();
  const navigate = useNavigate();
  const now = useNow();
  // The line of this moment moves each quarter of an hour: each move draws all lanes again.
  const shownMs = Math.floor(now / quarterMs) * quarterMs;
  const zoom = oneOf(filters.get('zoom'), zooms) ?? widestZoom;
  const scale = useMemo(() => scaleFrom(shownMs, zoom), [shownMs, zoom]);
  const columns = calendarColumns(scale);
  const view = { q: filters.get('q'), free: oneOf(filters.get('free'), ['now', 'whole']) };
  // All six months are fetched whatever is shown, because they say when a phone is free.
  const { toMs } = scaleFrom(shownMs);
  const time = { from: new Date(scale.fromMs).toISOString(), to: new Date(toMs).toISOString() };
  const query = usePagedQuery('getCalendar', { ...time, per_page: pageRows, ...view }, (first) =>
    (first?.total ?? 0) > smallFleet ? 60_000 : 15_000,
  );
  const { data, isPlaceholderData, isFetching, isFetchNextPageError, hasNextPage, fetchNextPage } = query;
  const total = data?.pages[0]?.total ?? 0;
  const known = joinPages(data?.pages ?? []);
  // Until the filtered rows arrive, the previous rows are filtered here.
  const rows = isPlaceholderData ? filterCalendar(known, view, now) : known;
  const more = () => {
    if (hasNextPage && !isPlaceholderData && !isFetching && !isFetchNextPageError) fetchNextPage();
  };
  return (
    <ListPage
      title="Calendar"
      count={data && formatCount(total, 'phone')}
      filters={filters}
      filterBar={
        <FilterBar>
          <SearchFilter filters={filters} label="Search phone, host, tenant" isServers />
          <SelectFilter
            filters={filters}
            name="free"
            label="Free"
            all="Free: any"
            options={[
              { value: 'now', label: 'Free now' },
              { value: 'whole', label: 'Free for all six months' },
            ]}
          />
          <SelectFilter
            filters={filters}
            name="zoom"
            label="Shown"
            all="6 months"
            options={zooms
              .filter((each) => each !== widestZoom)
              .map((value) => ({ value, label: value.replace('-', ' ') }))}
          />
          <Legend />
        </FilterBar>
      }
      query={{ ...query, isPending: query.isPending || (isPlaceholderData && rows.length === 0) }}
      shownCount={rows.length}
      empty={{ title: 'No phones yet', text: 'Enrol a host, and its phones appear here.' }}
    >
      <LaneNotes>
        <DataTable
          label="Calendar"
          rows={rows}
          totalRows={isPlaceholderData ? rows.length : total}
          onNearEnd={more}
          rowKey={(row) => row.device_id}
          onOpen={(row) => navigate(paths.phone(row.device_id))}
          columns={columns}
        />
      </LaneNotes>
      {hasNextPage && !isPlaceholderData ? (
        <div className="mt-4 flex items-center justify-center gap-3 text-second text-small">
          <span className="tabular-nums">
            {isFetchNextPageError ? 'More couldn’t be loaded:' : null} {rows.length} of {total} phones
          </span>
          <Button
            size="small"
            isBusy={query.isFetchingNextPage}
            onClick={() => fetchNextPage({ cancelRefetch: false })}
          >
            {isFetchNextPageError ? 'Retry' : 'Show more'}
          </Button>
        </div>
      ) : null}
    </ListPage>
  );
}
