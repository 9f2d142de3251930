import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { RelayMeter } from './relay-meter.ts';
import { maxWaitingBytes, maxWaitingMs, stuckAfterMs, ViewerQueue } from './viewer-queue.ts';

const key = { bytes: Uint8Array.of(1), isKey: true, isVideo: true };
const delta = { bytes: Uint8Array.of(2), isKey: false, isVideo: true };
const beat = { bytes: Uint8Array.of(3), isKey: false, isVideo: false };

/** A viewer whose network takes what was sent only when `take()` is called. */
function slowViewer() {
  let nowMs = 0;
  const sent: number[] = [];
  const taken: (() => void)[] = [];
  const socket = {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: (bytes: Uint8Array, _options: object, onTaken: () => void) => {
      sent.push(bytes[0] ?? 0);
      taken.push(onTaken);
    },
  };
  const skips: number[] = [];
  const queue = new ViewerQueue(socket as unknown as WebSocket, {
    now: () => nowMs,
    meter: new RelayMeter(),
    onSkipped: (packets) => skips.push(packets),
  });
  return {
    queue,
    socket,
    sent,
    skips,
    wait: (ms: number) => {
      nowMs += ms;
    },
    take: () => {
      for (const done of taken.splice(0)) done();
    },
  };
}

test('a new viewer is sent no picture before a key packet', () => {
  const { queue, sent } = slowViewer();
  for (const packet of [delta, beat, delta, key, delta]) queue.offer(packet);
  expect(sent).toEqual([3, 1, 2]);
});

test('a viewer that was given what is at hand goes on with the next packet', () => {
  const { queue, sent } = slowViewer();
  queue.restart([Uint8Array.of(9), Uint8Array.of(1)]);
  queue.offer(delta);
  expect(sent).toEqual([9, 1, 2]);
});

test.each([
  ['late', (viewer: ReturnType<typeof slowViewer>) => viewer.wait(maxWaitingMs + 1)],
  [
    'full',
    (viewer: ReturnType<typeof slowViewer>) => {
      viewer.socket.bufferedAmount = maxWaitingBytes + 1;
    },
  ],
])('a viewer whose queue is %s skips to the next key packet, and is told how many it missed', (_, slow) => {
  const viewer = slowViewer();
  viewer.queue.offer(key);
  slow(viewer);
  viewer.queue.offer(delta);
  viewer.queue.offer(key);
  expect(viewer.queue.isSkipping).toBe(true);
  viewer.take();
  viewer.socket.bufferedAmount = 0;
  viewer.queue.offer(delta);
  expect(viewer.sent).toEqual([1]);
  viewer.queue.offer(key);
  viewer.queue.offer(delta);
  expect(viewer.sent).toEqual([1, 1, 2]);
  expect(viewer.skips).toEqual([3]);
});

test('a slow viewer still gets what is not a picture', () => {
  const { queue, sent, wait } = slowViewer();
  queue.offer(key);
  wait(maxWaitingMs + 1);
  queue.offer(beat);
  expect(sent).toEqual([1, 3]);
});

test('a viewer that takes nothing for long is stuck, one that takes is not', () => {
  const { queue, wait, take } = slowViewer();
  queue.offer(key);
  wait(stuckAfterMs + 1);
  expect(queue.isStuck).toBe(true);
  take();
  expect(queue.isStuck).toBe(false);
});
