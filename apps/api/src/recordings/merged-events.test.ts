import type { RecordedEvent } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { MergedEvents } from './merged-events.ts';

const gap = (at_ms: number): RecordedEvent => ({
  type: 'gap',
  at_ms,
  until_ms: at_ms,
  why: 'secret',
  detail: '',
});
const file = (at_ms: number): RecordedEvent => ({
  type: 'file',
  at_ms,
  who: null,
  action: 'pushed',
  name: '',
});
const times = (events: readonly RecordedEvent[]) => events.map(({ type, at_ms }) => `${type} ${at_ms}`);

test('events of both are in the order of time, each once, also where the reading begins later', () => {
  const fromActivity = [file(2), file(7), file(12), file(30)];
  const all = new MergedEvents(fromActivity);
  expect(times(all.with([gap(1), gap(5)], 10))).toEqual(['gap 1', 'file 2', 'gap 5', 'file 7']);
  expect(times(all.with([gap(11)], 20))).toEqual(['gap 11', 'file 12']);
  expect(times(all.rest())).toEqual(['file 30']);
  expect(times(all.rest())).toEqual([]);
  const later = new MergedEvents(fromActivity);
  later.skipTo(10);
  expect(times(later.with([gap(11)], 20))).toEqual(['gap 11', 'file 12']);
});
