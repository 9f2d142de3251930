import type { CalendarRow } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { joinPages } from './calendar-view.ts';

test('a phone that moved to another page while pages were read has one row', () => {
  const row = (device_id: string) => ({ device_id }) as CalendarRow;
  const pages = [{ rows: [row('a'), row('b')] }, { rows: [row('b'), row('c')] }];
  expect(joinPages(pages).map(({ device_id }) => device_id)).toEqual(['a', 'b', 'c']);
  expect(joinPages([])).toEqual([]);
});
