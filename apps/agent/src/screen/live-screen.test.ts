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
    const node = `<node index="0" text="${count}" class="android.widget.TextView" package="a.b" bounds="[0,0][10,10]" enabled="true" visible-to-user="true"/>`;
    return {
      xml: `<?xml version="1.0"?><hierarchy rotation="0"><node index="0" class="android.widget.FrameLayout" package="a.b" bounds="[0,0][1080,2400]" enabled="true" visible-to-user="true">${node}</node></hierarchy>`,
      isTruncated: false,
    };
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
