import { expect, it } from 'vitest';
import { hoursByPhone } from './usage-view.ts';

it('each phone is one row with its weeks and their sum, in the order of tags', () => {
  const phone = (device_id: string, tag: string, week_start: string, hours: number) => ({
    device_id,
    tag,
    model: 'Pixel 8',
    week_start,
    hours,
    streamed_hours: hours === 2 ? 0 : 0.5,
  });
  const usage = [
    phone('b', 'PF-002', '2026-11-16', 10.5),
    phone('a', 'PF-001', '2026-11-16', 2),
    phone('b', 'PF-002', '2026-11-09', 168),
  ];
  const rows = hoursByPhone(usage, 'rented');
  expect(rows.map(({ tag, total }) => [tag, total])).toEqual([
    ['PF-001', 2],
    ['PF-002', 178.5],
  ]);
  const streamed = hoursByPhone(usage, 'streamed');
  expect(streamed.map(({ tag, total }) => [tag, total])).toEqual([
    ['PF-001', 0],
    ['PF-002', 1],
  ]);
  expect(streamed[0]?.hours.size).toBe(0);
  expect(rows[1]?.hours.get('2026-11-09')).toBe(168);
});
