import type { CalendarRow } from '@pocketfleet/contract';
import { StatusDot } from '@pocketfleet/ui';
import { formatLocalMoment, humanize } from '@pocketfleet/ui/format';
import { useNow } from '../../parts/use-now.ts';
import { firstFreeTime, freedomOf } from './free-time.ts';

/** The time until which the phone is free, or from which it will be free. */
export function FreeCell({ row }: { row: CalendarRow }) {
  const nowMs = useNow();
  const free = firstFreeTime(row, nowMs);
  if (free === null) {
    const why = row.state === 'ready' || row.state === 'cleaning' ? 'Open end' : humanize(row.state);
    return <StatusDot kind="done">{why}</StatusDot>;
  }
  const until = free.untilMs === null ? '' : ` – ${formatLocalMoment(free.untilMs)}`;
  const from = formatLocalMoment(free.fromMs);
  if (freedomOf(row, nowMs) === 'now') {
    return (
      <span title={`Free from now${until || ' on'}`}>
        <StatusDot kind="online">Now</StatusDot>
      </span>
    );
  }
  if (free.fromMs === nowMs) return <StatusDot kind="warning">Cleaning</StatusDot>;
  return (
    <span title={`Free ${from}${until}`} className="block truncate text-second text-small">
      {from}
    </span>
  );
}
