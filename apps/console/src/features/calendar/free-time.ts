// The time in which a phone is free, computed from its row in the calendar. Pure.
import type { CalendarRow } from '@pocketfleet/contract';

/** Free from `fromMs` until `untilMs`; null: for all the time that the calendar shows. */
export type FreeTime = { fromMs: number; untilMs: number | null };

/**
 * The first time from now on in which nobody has the phone and it is not being cleaned after somebody; null for a
 * phone that is not in stock, or whose tenant has it until somebody ends it.
 */
export function firstFreeTime(row: Pick<CalendarRow, 'state' | 'spans'>, nowMs: number): FreeTime | null {
  if (row.state !== 'ready' && row.state !== 'cleaning') return null;
  const taken = row.spans
    .filter(({ state }) => state !== 'ended')
    .map(({ starts_at, occupied_until }) => ({
      fromMs: Date.parse(starts_at),
      untilMs: occupied_until === null ? Number.POSITIVE_INFINITY : Date.parse(occupied_until),
    }))
    .sort((a, b) => a.fromMs - b.fromMs);
  let fromMs = nowMs;
  for (const span of taken) {
    if (span.untilMs <= fromMs) continue;
    if (span.fromMs > fromMs) return { fromMs, untilMs: span.fromMs };
    fromMs = span.untilMs;
  }
  return Number.isFinite(fromMs) ? { fromMs, untilMs: null } : null;
}

export type Freedom = 'now' | 'later' | 'never';

/** A phone that is still being cleaned is not free now, though nobody has it. */
export function freedomOf(row: Pick<CalendarRow, 'state' | 'spans'>, nowMs: number): Freedom {
  const free = firstFreeTime(row, nowMs);
  if (free === null) return 'never';
  return free.fromMs === nowMs && row.state === 'ready' ? 'now' : 'later';
}
