import { encodePacket, stampRelayTime } from '@pocketfleet/stream-protocol';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { RelayMeter } from './relay-meter.ts';
import { unseenLimitMs } from './unseen-packets.ts';
import {
  drainMs,
  maxWaitingBytes,
  maxWaitingMs,
  restartEveryMs,
  stuckAfterMs,
  ViewerQueue,
} from './viewer-queue.ts';

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
    /** The viewer's word, which was on its way for so long. His clock is another. */
    tell: (relayTimeMs: number | undefined, wordMs = 0) =>
      queue.heardSeen(relayTimeMs, nowMs - wordMs + 5_000_000),
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

/** A video packet with this stamp. */
function stamped(relayTimeMs: number, isKey = false) {
  const bytes = encodePacket({
    kind: 'video',
    key: isKey,
    sequence: 0,
    ptsUs: 0n,
    payload: Uint8Array.of(0),
  });
  stampRelayTime(bytes, relayTimeMs);
  return { bytes, isKey, isVideo: true };
}

test('a viewer who says what he has seen is not sent more than his line brings, whatever the system takes', () => {
  const { queue, sent, skips, tell, wait, take } = slowViewer();
  const offer = (relayTimeMs: number, isKey = false) => {
    queue.offer(stamped(relayTimeMs, isKey));
    take();
  };
  tell(0);
  offer(0, true);
  wait(100);
  tell(0);
  offer(100);
  wait(unseenLimitMs);
  offer(900);
  wait(150);
  offer(1_050);
  offer(1_060, true);
  expect(sent).toHaveLength(3);
  tell(900);
  offer(1_070);
  expect(sent).toHaveLength(3);
  offer(1_080, true);
  expect(sent).toHaveLength(4);
  expect(skips).toEqual([3]);
});

test.each([
  ['whose way is long', 3_000, true],
  ['who tells no more what he sees', 100, false],
])('a viewer %s is sent all', (_, wayMs, isTelling) => {
  const { queue, sent, tell, wait, take } = slowViewer();
  tell(0);
  queue.offer(stamped(0, true));
  take();
  wait(wayMs);
  tell(0);
  queue.offer(stamped(1));
  take();
  tell(isTelling ? 0 : undefined);
  wait(isTelling ? wayMs + unseenLimitMs - 1 : 100_000);
  queue.offer(stamped(2));
  expect(sent).toHaveLength(3);
});

test('a viewer who is behind gets no more large pictures while a small one is about to come, but not for ever', () => {
  const { queue, sent, tell, wait, take } = slowViewer();
  tell(0);
  queue.offer(stamped(0, true));
  take();
  tell(0);
  queue.offer(stamped(1));
  take();
  wait(unseenLimitMs + 1);
  queue.drain();
  queue.offer(stamped(2));
  tell(1);
  queue.offer(stamped(3, true));
  expect(sent).toHaveLength(2);
  wait(drainMs);
  queue.offer(stamped(4, true));
  expect(sent).toHaveLength(3);
});

test('how long a viewer’s word takes is learned anew with another capture', () => {
  const { queue, sent, tell, wait, take } = slowViewer();
  tell(0);
  queue.offer(stamped(0, true));
  take();
  tell(0);
  wait(restartEveryMs);
  queue.restart([stamped(1, true).bytes]);
  take();
  queue.offer(stamped(2));
  take();
  wait(unseenLimitMs + 1);
  queue.offer(stamped(3));
  expect(sent).toHaveLength(4);
});

/** Shows a picture each 100 ms; each is here at once, and the word of it a while later. */
function watch(viewer: ReturnType<typeof slowViewer>, pictures: number, wordMs: (picture: number) => number) {
  const words: { stamp: number; atMs: number; wordMs: number }[] = [];
  viewer.tell(0);
  viewer.queue.offer(stamped(1, true));
  for (let nowMs = 0; nowMs < pictures * 100; nowMs += 10) {
    if (nowMs % 100 === 0) {
      viewer.queue.offer(stamped(nowMs + 2, nowMs % 1_000 === 0));
      const late = wordMs(nowMs / 100);
      words.push({ stamp: nowMs + 2, atMs: nowMs + late, wordMs: late });
    }
    viewer.take();
    while (words[0] !== undefined && words[0].atMs <= nowMs) {
      const [word] = words.splice(0, 1);
      if (word !== undefined) viewer.tell(word.stamp, word.wordMs);
    }
    viewer.wait(10);
  }
}

test('an upload of his own, which makes his words late, costs a viewer no picture', () => {
  const viewer = slowViewer();
  // It fills the line's buffer within two seconds and goes on for a minute.
  watch(viewer, 600, (picture) => Math.min(2_000, Math.max(0, picture - 20) * 100));
  expect(viewer.skips).toEqual([]);
  expect(viewer.queue.isSkipping).toBe(false);
});

test('a viewer whose clock goes another way than ours is not behind after a day', () => {
  const { queue, sent, tell, wait, take } = slowViewer();
  tell(0);
  let driftMs = 0;
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    queue.offer(stamped(2 * minute, true));
    wait(10);
    queue.offer(stamped(2 * minute + 1));
    take();
    tell(2 * minute + 1, -driftMs);
    wait(60_000);
    driftMs += 12;
    tell(2 * minute + 1, -driftMs);
  }
  expect(sent).toHaveLength(2 * 24 * 60);
});
