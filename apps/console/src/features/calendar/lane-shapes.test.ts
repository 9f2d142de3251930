import { expect, test } from 'vitest';
import { laneLabel, spotLabel } from './lane-labels.ts';
import { namedSpots, pathsOf, spotAt, spotsOf } from './lane-shapes.ts';
import { scaleFrom } from './time-scale.ts';

const scale = scaleFrom(Date.parse('2026-11-21T15:00:00Z'));
const dayMs = 86_400_000;
const at = (days: number) => new Date(scale.fromMs + days * dayMs).toISOString();

function span(from: number, to: number | null, state: 'active' | 'scheduled' | 'held' | 'ended') {
  return {
    assignment_id: `${from}`,
    state,
    user_id: 'u',
    username: 'grace',
    order_id: null,
    starts_at: at(from),
    expires_at: to === null ? null : at(to),
    occupied_until: to === null ? null : at(to + 1 / 24),
  };
}

test('however many rentals there are, each state is one path', () => {
  const booked = Array.from({ length: 36 }, (_, n) => span(5 * n + 1, 5 * n + 3, 'scheduled'));
  const spots = spotsOf({ spans: [span(-2, 0.5, 'active'), ...booked] }, scale);
  expect(spots).toHaveLength(74);
  const paths = pathsOf(spots);
  expect(paths.map(({ state }) => state)).toEqual(['turnover', 'scheduled', 'active']);
  expect(paths.map(({ d }) => d.split('M').length - 1)).toEqual([37, 36, 1]);
});

test('an hour can still be seen, and the last one stays inside the lane', () => {
  const days = (scale.toMs - scale.fromMs) / dayMs;
  const [hour, last] = spotsOf(
    { spans: [span(3, 3 + 1 / 24, 'held'), span(days - 0.01, null, 'held')] },
    scale,
  ).filter(({ state }) => state === 'held');
  expect(hour?.width).toBe(4.5);
  expect((last?.left ?? 0) + (last?.width ?? 0)).toBe(1_000);
});

test('an ended assignment has no turnover, and only a bar with room for it bears a name', () => {
  const spots = spotsOf({ spans: [span(-2, 1, 'ended'), span(20, 60, 'scheduled')] }, scale);
  expect(spots.map(({ state }) => state)).toEqual(['ended', 'scheduled', 'turnover']);
  expect(namedSpots(spots).map(({ state }) => state)).toEqual(['scheduled']);
});

test('a week bears its name where it is drawn wide enough', () => {
  const week = { spans: [span(2, 9, 'scheduled')] };
  const near = scaleFrom(Date.parse('2026-11-21T15:00:00Z'), '6-weeks');
  expect(namedSpots(spotsOf(week, scale))).toEqual([]);
  expect(namedSpots(spotsOf(week, near)).map(({ span: { username } }) => username)).toEqual(['grace']);
});

test('pointing finds the rental before the turnover that its bar covers, and nothing where the phone is free', () => {
  const spots = spotsOf({ spans: [span(0, 1, 'active'), span(1.05, 20, 'scheduled')] }, scale);
  expect(spotAt(spots, 7)).toBe(2);
  expect(spots[spotAt(spots, 2)]?.state).toBe('active');
  expect(spotAt(spots, 900)).toBe(-1);
});

test('a lane and its bars in words', () => {
  const spots = spotsOf({ spans: [span(0, 1, 'active'), span(30, null, 'scheduled')] }, scale);
  expect(laneLabel({ tag: 'PF-001' }, spots)).toMatch(
    /^PF-001: Rented now, grace, Nov 2\d, \d\d:00 – Nov 2\d, \d\d:00; Booked, grace, .* – until somebody ends it$/,
  );
  expect(laneLabel({ tag: 'PF-001' }, [])).toBe('PF-001: free');
  const turnover = spots.find(({ state }) => state === 'turnover');
  expect(turnover && spotLabel('PF-001', turnover)).toMatch(
    /^PF-001, Cleaning, Nov 2\d, \d\d:00 – Nov 2\d, \d\d:00$/,
  );
});
