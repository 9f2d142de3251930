import type { RecordedEvent } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { findInRecording, wordsOf } from './find-in-recording.ts';

const screen = (at_ms: number, text: string): RecordedEvent => ({
  type: 'screen',
  at_ms,
  app: 'com.android.settings',
  display: null,
  text,
});
const opened: RecordedEvent = {
  type: 'action',
  at_ms: 900,
  who: { kind: 'key', id: '6f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11', name: 'Scout' },
  action: 'tap',
  by: 'call',
  target: { ref: 'n4', role: 'button', label: 'Settings', rect: null },
  detail: '',
  length: null,
  is_secret: false,
  done: true,
  why: null,
};
const events = [
  screen(0, 'n1 heading "Home"'),
  opened,
  screen(1_000, 'n31 heading "Settings"'),
  screen(2_000, 'n31 heading "Settings"\nn37 button "Display"'),
  screen(3_000, 'n1 heading "Notes"'),
  screen(4_000, 'n31 heading "Settings"'),
];

test.each([
  ['When did it open Settings?', ['settings']],
  ['who typed', ['typed']],
  ['Display brightness', ['display', 'brightness']],
  ['when did it?', []],
])('“%s” is searched by %j', (query, words) => {
  expect(wordsOf(query)).toEqual(words);
});

test('an action is a hit, and a screen where it begins to match', () => {
  const times = (query: string) =>
    findInRecording(
      events.map((event) => (event.type === 'screen' ? { ...event, app: 'app' } : event)),
      query,
    ).map(({ atMs }) => atMs);
  expect(times('When did it open Settings?')).toEqual([900, 1_000, 4_000]);
  expect(times('scout')).toEqual([900]);
  expect(times('settings display')).toEqual([2_000]);
  expect(times('nowhere')).toEqual([]);
});
