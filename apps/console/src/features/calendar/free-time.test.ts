import type { CalendarSpan } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { firstFreeTime, freedomOf } from './free-time.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const hour = 3_600_000;

function span(from: number, until: number | null, turnover = 1, state: CalendarSpan['state'] = 'scheduled') {
  const at = (hours: number) => new Date(now + hours * hour).toISOString();
  return {
    assignment_id: `${from}`,
    state,
    user_id: 'u',
    username: 'grace',
    order_id: null,
    starts_at: at(from),
    expires_at: until === null ? null : at(until),
    occupied_until: until === null ? null : at(until + turnover),
  };
}

const cases = [
  ['nobody has it', [], 'now', 0, null],
  ['somebody will', [span(48, 72)], 'now', 0, 48],
  ['somebody has it: free after the cleaning', [span(-5, 10)], 'later', 11, null],
  ['two tenants with no time between but cleaning', [span(11, 20), span(-5, 10)], 'later', 21, null],
  ['a gap between two', [span(-5, 10), span(30, 40)], 'later', 11, 30],
  ['a hold is in the way as long as it lasts', [span(-1, 24, 1, 'held')], 'later', 25, null],
  ['what has ended is not', [span(-5, 10, 1, 'ended')], 'now', 0, null],
  ['an open end', [span(-5, null)], 'never', null, null],
] as const;

test.each(cases)('%s', (_name, spans, freedom, from, until) => {
  const row = { state: 'ready' as const, spans: [...spans] };
  expect(freedomOf(row, now)).toBe(freedom);
  expect(firstFreeTime(row, now)).toEqual(
    from === null ? null : { fromMs: now + from * hour, untilMs: until === null ? null : now + until * hour },
  );
});

test('a phone that is being cleaned is free soon, one set aside or retired never', () => {
  expect(freedomOf({ state: 'cleaning', spans: [] }, now)).toBe('later');
  expect(freedomOf({ state: 'quarantined', spans: [] }, now)).toBe('never');
  expect(freedomOf({ state: 'retired', spans: [] }, now)).toBe('never');
});
