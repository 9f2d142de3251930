// How often a screen is read that changes all the time.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveScreen } from './live-screen.ts';
import { HiddenFields } from './outline/hidden-fields.ts';
import { RefBook } from './outline/refs.ts';
import { Readings } from './readings.ts';
import type { ScreenReader } from './screen-reader.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  let count = 0;
  const capture = vi.fn(async () => {
    count += 1;
    const xml = `<hierarchy rotation="0"><node class="android.widget.Button" clickable="true" text="${count}" package="p" bounds="[0,0][9,9]" /></hierarchy>`;
    return { xml: Buffer.from(xml), isTruncated: false };
  });
  const reader = { capture } as unknown as ScreenReader;
  const readings = new Readings(() => reader, { refs: new RefBook(1), hidden: new HiddenFields() });
  const live = new LiveScreen(readings);
  const readIn = async (ms: number): Promise<number> => {
    const before = capture.mock.calls.length;
    await vi.advanceTimersByTimeAsync(ms);
    return capture.mock.calls.length - before;
  };
  return { live, readIn };
}

test('for a recording it is read once a second, and more often after somebody has touched it or while somebody looks', async () => {
  const { live, readIn } = open();
  const over = new AbortController();
  const kept = live.keepOn(over.signal);
  await readIn(1_000);
  expect(await readIn(10_000)).toBe(10);
  live.hurry();
  await readIn(1_000);
  expect(await readIn(1_000)).toBe(5);
  await readIn(3_000);
  expect(await readIn(5_000)).toBe(5);
  const next = live.next({ caller: 'c', reader: 'r', since: null, timeout_ms: 1_000 });
  await readIn(1_000);
  await next;
  expect(await readIn(1_000)).toBe(5);
  over.abort();
  await kept;
  await readIn(5_000);
  expect(await readIn(10_000)).toBe(0);
});
