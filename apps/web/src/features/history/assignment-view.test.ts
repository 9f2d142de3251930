import type { Assignment } from '@pocketfleet/contract';
import { expect, it } from 'vitest';
import { assignmentStatus, formatExactly, formatHours, newestFirst, usageHours } from './assignment-view.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

function assignmentLike(facts: Partial<Assignment>): Assignment {
  return {
    id: 'a',
    tag: 'PF-001',
    phone_model: 'Pixel 8',
    phone_device_serial: 'S1',
    starts_at: '2026-11-20T00:00:00Z',
    expires_at: '2026-11-21T00:00:00Z',
    is_active: true,
    state: 'active',
    order_id: null,
    usage_hours: 12,
    streamed_seconds: 0,
    can_extend: true,
    can_hand_back: true,
    replaced_by: null,
    replaced_because: null,
    replaced_note: null,
    ...facts,
  };
}

it.each([
  [{}, 'Active'],
  [{ expires_at: null }, 'Active'],
  [{ expires_at: '2026-11-20T11:59:59Z' }, 'Completed'],
  [{ is_active: false }, 'Completed'],
  [{ state: 'scheduled', starts_at: '2026-11-22T00:00:00Z' }, 'Scheduled'],
] as const)('an assignment with %j is %s', (facts, status) => {
  expect(assignmentStatus(assignmentLike(facts), now)).toBe(status);
});

it.each([
  [{}, 12],
  [{ expires_at: '2026-11-20T05:59:00Z' }, 5],
  [{ expires_at: null }, 12],
  [{ starts_at: '2026-11-22T00:00:00Z' }, 0],
  [{ starts_at: '2026-11-20T11:48:00Z' }, '<1'],
])('usage with %j is %s whole hours', (facts, hours) => {
  expect(formatHours(usageHours(assignmentLike(facts), now))).toBe(`${hours}h`);
});

it.each([
  [0, '0h'],
  [0.2, '<1h'],
  [0.99, '<1h'],
  [1, '1h'],
  [9.7, '9h'],
])('%d hours are shown as %s', (hours, text) => {
  expect(formatHours(hours)).toBe(text);
});

it.each([
  [0, '0m'],
  [59, '<1m'],
  [60, '1m'],
  [3_599, '59m'],
  [3_600, '1h 0m'],
  [100_000, '27h 46m'],
])('%d streamed seconds are exactly %s', (seconds, text) => {
  expect(formatExactly(seconds)).toBe(text);
});

it('the newest assignment comes first', () => {
  const old = assignmentLike({ starts_at: '2026-01-01T00:00:00Z' });
  expect(newestFirst([old, assignmentLike({})])[1]).toBe(old);
});
