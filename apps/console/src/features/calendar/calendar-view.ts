// The phones that match the calendar's filters. The server filters; this narrows the old list until its response comes. Pure.
import type { CalendarRow } from '@pocketfleet/contract';
import { firstFreeTime, freedomOf } from './free-time.ts';

export type CalendarView = { q?: string | undefined; free?: 'now' | 'whole' | undefined };

/** One row for each phone, because a phone may have moved to another page while the pages were read. */
export function joinPages(pages: readonly { rows: readonly CalendarRow[] }[]): CalendarRow[] {
  const rows = pages.flatMap((page) => page.rows);
  return [...new Map(rows.map((row) => [row.device_id, row])).values()];
}

export function filterCalendar(
  rows: readonly CalendarRow[],
  { q, free }: CalendarView,
  nowMs: number,
): CalendarRow[] {
  const sought = q?.toLowerCase();
  return rows.filter(
    (row) =>
      (!sought || searchTextOf(row).includes(sought)) &&
      (free !== 'now' || freedomOf(row, nowMs) === 'now') &&
      (free !== 'whole' || isFreeThroughout(row, nowMs)),
  );
}

function isFreeThroughout(row: CalendarRow, nowMs: number): boolean {
  const free = firstFreeTime(row, nowMs);
  return free !== null && free.fromMs === nowMs && free.untilMs === null;
}

function searchTextOf({ tag, label, model, host_name, spans }: CalendarRow): string {
  return [tag, label, model, host_name, ...spans.map(({ username }) => username)].join('\n').toLowerCase();
}
