import type { RecordedEvent } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { type KeptPages, loadEvents } from './load-events.ts';

const event = (at_ms: number): RecordedEvent => ({
  type: 'gap',
  at_ms,
  until_ms: at_ms,
  why: 'phone_away',
  detail: '',
});

/** Of so many chunks, with one event each, ten to a page. */
function recording(chunks: number) {
  const asked: number[] = [];
  const load = async (from: number) => {
    asked.push(from);
    const until = Math.min(chunks, from + 10);
    const events = Array.from({ length: until - from }, (_, at) => event(from + at));
    return { events, next: until < chunks ? until : null };
  };
  return { asked, load };
}
const timesOf = ({ events }: { events: RecordedEvent[] }) => events.map(({ at_ms }) => at_ms);

test('of a recording that has grown, only what is not full is loaded again', async () => {
  const kept: KeptPages = new Map();
  const before = recording(25);
  expect(timesOf(await loadEvents(before.load, kept))).toEqual([...Array(25).keys()]);
  expect(before.asked).toEqual([0, 10, 20]);
  const after = recording(33);
  expect(timesOf(await loadEvents(after.load, kept))).toEqual([...Array(33).keys()]);
  expect(after.asked).toEqual([20, 30]);
});

test('a recording with more pages than are loaded is called cut', async () => {
  expect(await loadEvents(recording(501).load, new Map())).toMatchObject({ isCut: true });
  expect(await loadEvents(recording(500).load, new Map())).toMatchObject({ isCut: false });
});
