import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { useAnswer } from '../api/use-answer.ts';
import { paths } from '../app/paths.ts';
import { FreeCell } from '../features/calendar/free-cell.tsx';
import { firstFreeTime, freedomOf } from '../features/calendar/free-time.ts';
import { Lane, Legend, Months } from '../features/calendar/lane.tsx';
import { scaleFrom, type TimeScale } from '../features/calendar/time-scale.ts';
import { Cut } from '../parts/cells.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../parts/filter-bar.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { LongTable } from '../parts/long-table.tsx';
import { oneOf, useFilters } from '../parts/use-filters.ts';
import { counted } from '../parts/words.ts';

/** A screen of rows, which is asked for first: half a year of a large fleet is megabytes. */
const firstRows = 40;
/** Up to so many phones, all of them are asked for as often as other lists are. */
const smallFleet = 100;

/** All phones' spans; until they are there its first screen, as long as nothing is filtered. */
function useCalendar(scale: TimeScale, isFiltered: boolean) {
  const time = { from: new Date(scale.fromMs).toISOString(), to: new Date(scale.toMs).toISOString() };
  const first = useAnswer('getCalendar', { query: { ...time, per_page: firstRows } }, 60_000);
  const everyMs = (first.data?.total ?? 0) > smallFleet ? 60_000 : 15_000;
  const all = useAnswer('getCalendar', { query: { ...time, per_page: 1_000 } }, everyMs, !first.isPending);
  if (all.data !== undefined || isFiltered) return all;
  if (first.data === undefined) return first;
  // What is there stays, also when the rest can't be had.
  const { isError, error, refetch } = all;
  return { ...first, isError, error, refetch };
}

/** Which phone is whose and when, for the next six months. */
export function CalendarPage() {
  const filters = useFilters();
  const navigate = useNavigate();
  const scale = useMemo(() => scaleFrom(Date.now()), []);
  const answer = useCalendar(scale, filters.isFiltered);
  const q = filters.get('q')?.toLowerCase() ?? '';
  const free = oneOf(filters.get('free'), ['now', 'whole']);
  const nowMs = Date.now();
  const rows = (answer.data?.rows ?? []).filter((row) => {
    const texts = [row.tag, row.label, row.model, row.host_name, ...row.spans.map((span) => span.username)];
    if (free === 'now' && freedomOf(row, nowMs) !== 'now') return false;
    if (free === 'whole' && firstFreeTime(row, nowMs)?.untilMs !== null) return false;
    if (free === 'whole' && freedomOf(row, nowMs) !== 'now') return false;
    return texts.join('\n').toLowerCase().includes(q);
  });
  return (
    <ListPage
      title="Calendar"
      count={answer.data && counted(filters.isFiltered ? rows.length : answer.data.total, 'phone')}
      filters={filters}
      filterBar={
        <FilterBar>
          <SearchFilter filters={filters} label="Search phone, host, tenant" />
          <SelectFilter
            filters={filters}
            name="free"
            label="Free"
            all="All phones"
            options={[
              { value: 'now', label: 'Free now' },
              { value: 'whole', label: 'Free for all six months' },
            ]}
          />
          <Legend />
        </FilterBar>
      }
      answer={answer}
      shownCount={rows.length}
      empty={{ title: 'No phones yet', text: 'Enrol a host: its phones appear here by themselves.' }}
    >
      <LongTable
        label="Calendar"
        rows={rows}
        rowKey={(row) => row.device_id}
        onOpen={(row) => navigate(paths.phone(row.device_id))}
        columns={[
          {
            key: 'tag',
            title: 'Phone',
            widthPx: 116,
            cell: (row) => (
              <Link
                to={paths.phone(row.device_id)}
                className="font-medium font-mono text-small hover:underline"
              >
                {row.tag}
              </Link>
            ),
          },
          {
            key: 'free',
            title: 'Free',
            widthPx: 112,
            cell: (row) => <FreeCell row={row} nowMs={nowMs} />,
          },
          { key: 'host', title: 'Host', widthPx: 110, cell: (row) => <Cut text={row.host_name} isMono /> },
          {
            key: 'lane',
            title: 'Six months',
            head: <Months scale={scale} />,
            widthPx: 880,
            cell: (row) => <Lane row={row} scale={scale} />,
          },
        ]}
      />
    </ListPage>
  );
}
