// Listeners that leave: the phone is not read for them any more.
import { EventEmitter } from 'node:events';
import type { ScreenRequest } from '@pocketfleet/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { LiveScreen } from '../screen/live-screen.ts';
import { HiddenFields } from '../screen/outline/hidden-fields.ts';
import { RefBook } from '../screen/outline/refs.ts';
import { Readings } from '../screen/readings.ts';
import { refusal } from '../screen/refusal.ts';
import type { ScreenReader } from '../screen/screen-reader.ts';
import { joinScreen } from './screen-channel.ts';

const times = { busyMs: 5, idleMs: 5, problemMs: 5, stillBusyMs: 5, lingerMs: 50 };
const screenOf = (label: string) =>
  Buffer.from(
    `<hierarchy rotation="0"><node class="android.widget.Button" clickable="true" text="${label}" package="p" bounds="[0,0][9,9]" /></hierarchy>`,
  );
const pause = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open() {
  const shown = { label: 'one' };
  const capture = vi.fn(async () => ({ xml: screenOf(shown.label), isTruncated: false }));
  const reader = { capture } as unknown as ScreenReader;
  const readings = new Readings(() => reader, { refs: new RefBook(1), hidden: new HiddenFields() });
  const live = new LiveScreen(readings, times);
  const listen = () => {
    const sent: { id: string; notice: { type: string; version: number } | null }[] = [];
    const socket = Object.assign(new EventEmitter(), {
      OPEN: 1,
      readyState: 1,
      send: (text: string) => sent.push(JSON.parse(text)),
    });
    const answer = async (request: ScreenRequest, signal?: AbortSignal) => {
      if (request.type !== 'next') throw new Error('no other request');
      return { id: request.id, notice: await live.next(request, signal) };
    };
    joinScreen({ answer }, socket as unknown as WebSocket);
    const ask = (since: number | null) => {
      const request = { type: 'next', id: 'q', caller: 'c', reader: 'r', since, timeout_ms: 10_000 };
      socket.emit('message', Buffer.from(JSON.stringify(request)), false);
    };
    return { sent, ask, close: () => socket.emit('close') };
  };
  return { capture, listen, shown };
}

/** Listens until there is nothing new, so that the last request waits. */
async function settle({ sent, ask }: ReturnType<ReturnType<typeof open>['listen']>): Promise<void> {
  ask(null);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  for (;;) {
    const had = sent.length;
    ask(sent.at(-1)?.notice?.version ?? null);
    await pause(250);
    if (sent.length === had) return;
  }
}

test('readings end soon after the last listener has gone', async () => {
  const { capture, listen } = open();
  const listener = listen();
  await settle(listener);
  const whileListening = capture.mock.calls.length;
  await vi.waitFor(() => expect(capture.mock.calls.length).toBeGreaterThan(whileListening + 3));
  listener.close();
  await pause(100);
  const after = capture.mock.calls.length;
  await pause(150);
  expect(capture.mock.calls.length).toBe(after);
});

test('of a listener that has gone nothing is kept', async () => {
  const { listen, shown } = open();
  const gone = listen();
  gone.ask(null);
  await vi.waitFor(() => expect(gone.sent).toHaveLength(1));
  gone.close();
  shown.label = 'two';
  // By the same name: it would be told changes against what the other one had.
  const other = listen();
  other.ask(gone.sent.at(-1)?.notice?.version ?? null);
  await vi.waitFor(() => expect(other.sent).toHaveLength(1));
  expect(other.sent[0]?.notice?.type).toBe('outline');
});

test.each([
  ['a node of an earlier version', {}, 'failed'],
  ['a node that reads new words', { reads_new_words: true }, 'unknown'],
])('%s is told a reason in words that it can read', async (_, reads, why) => {
  const sent: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    send: (text: string) => sent.push(text),
  });
  const answer = async ({ id }: ScreenRequest) => ({ id, result: refusal('unknown', 'Nobody knows.') });
  joinScreen({ answer }, socket as unknown as WebSocket);
  const request = { type: 'result_of', id: 'q', caller: 'c', action_id: 'a', ...reads };
  socket.emit('message', Buffer.from(JSON.stringify(request)), false);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(JSON.parse(sent[0] ?? '')).toMatchObject({ result: { why, detail: 'Nobody knows.' } });
});
