import { encodePacket, packetHeaderLength, stampRelayTime } from '@pocketfleet/stream-protocol';
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

/** A packet whose first byte tells which one it is. */
const named = (name: number): Uint8Array => Uint8Array.of(name, ...new Uint8Array(packetHeaderLength - 1));
const key = { bytes: named(11), isKey: true, isVideo: true };
const delta = { bytes: named(12), isKey: false, isVideo: true };
const heartbeat = { bytes: named(13), isKey: false, isVideo: false };

/** A viewer whose network takes the sent packets only when `take()` is called. */
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
    /** A report of the viewer that was on its way for `reportMs`. The viewer's clock has another origin than ours. */
    report: (relayTimeMs: number | undefined, reportMs = 0) =>
      queue.noteSeen(relayTimeMs, nowMs - reportMs + 5_000_000),
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
  for (const packet of [delta, heartbeat, delta, key, delta]) queue.offer(packet);
  expect(sent).toEqual([13, 11, 12]);
});

test('a viewer that was sent the recent packets continues with the next packet', () => {
  const { queue, sent } = slowViewer();
  queue.restart([Uint8Array.of(9), Uint8Array.of(1)]);
  queue.offer(delta);
  expect(sent).toEqual([9, 1, 12]);
});

test.each([
  ['late', (viewer: ReturnType<typeof slowViewer>) => viewer.wait(maxWaitingMs + 1)],
  [
    'full',
    (viewer: ReturnType<typeof slowViewer>) => {
      viewer.socket.bufferedAmount = maxWaitingBytes + 1;
    },
  ],
])(
  'a viewer whose queue is %s skips to the next key packet, and is notified how many packets it missed',
  (_, slow) => {
    const viewer = slowViewer();
    viewer.queue.offer(key);
    slow(viewer);
    viewer.queue.offer(delta);
    viewer.queue.offer(key);
    expect(viewer.queue.isSkipping).toBe(true);
    viewer.take();
    viewer.socket.bufferedAmount = 0;
    viewer.queue.offer(delta);
    expect(viewer.sent).toEqual([11]);
    viewer.queue.offer(key);
    viewer.queue.offer(delta);
    expect(viewer.sent).toEqual([11, 11, 12]);
    expect(viewer.skips).toEqual([3]);
  },
);

test('a slow viewer still gets packets that are no video', () => {
  const { queue, sent, wait } = slowViewer();
  queue.offer(key);
  wait(maxWaitingMs + 1);
  queue.offer(heartbeat);
  expect(sent).toEqual([11, 13]);
});

test('a viewer that takes nothing for long is stuck until it takes data again', () => {
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

test('a viewer that reports packets is sent no more than its line carries, whatever the operating system takes', () => {
  const { queue, sent, skips, report, wait, take } = slowViewer();
  const offer = (relayTimeMs: number, isKey = false) => {
    queue.offer(stamped(relayTimeMs, isKey));
    take();
  };
  report(0);
  offer(0, true);
  wait(100);
  report(0);
  offer(100);
  wait(unseenLimitMs);
  offer(900);
  wait(150);
  offer(1_050);
  offer(1_060, true);
  expect(sent).toHaveLength(3);
  report(900);
  offer(1_070);
  expect(sent).toHaveLength(3);
  offer(1_080, true);
  expect(sent).toHaveLength(4);
  expect(skips).toEqual([3]);
});

test.each([
  ['with a long delay', 3_000, true],
  ['that stops reporting', 100, false],
])('a viewer %s is sent all packets', (_, delayMs, isReporting) => {
  const { queue, sent, report, wait, take } = slowViewer();
  report(0);
  queue.offer(stamped(0, true));
  take();
  wait(delayMs);
  report(0);
  queue.offer(stamped(1));
  take();
  report(isReporting ? 0 : undefined);
  wait(isReporting ? delayMs + unseenLimitMs - 1 : 100_000);
  queue.offer(stamped(2));
  expect(sent).toHaveLength(3);
});

test('a viewer that is behind gets no large pictures while a small one is awaited, for a limited time', () => {
  const { queue, sent, report, wait, take } = slowViewer();
  report(0);
  queue.offer(stamped(0, true));
  take();
  report(0);
  queue.offer(stamped(1));
  take();
  wait(unseenLimitMs + 1);
  queue.drain();
  queue.offer(stamped(2));
  report(1);
  queue.offer(stamped(3, true));
  expect(sent).toHaveLength(2);
  wait(drainMs);
  queue.offer(stamped(4, true));
  expect(sent).toHaveLength(3);
});

test('the delay to a viewer is measured afresh with another capture', () => {
  const { queue, sent, report, wait, take } = slowViewer();
  report(0);
  queue.offer(stamped(0, true));
  take();
  report(0);
  wait(restartEveryMs);
  queue.restart([stamped(1, true).bytes]);
  take();
  queue.offer(stamped(2));
  take();
  wait(unseenLimitMs + 1);
  queue.offer(stamped(3));
  expect(sent).toHaveLength(4);
});

/** Sends a picture each 100 ms, which arrives at once; the report of it arrives `reportMs` later. */
function watch(
  viewer: ReturnType<typeof slowViewer>,
  pictures: number,
  reportMs: (picture: number) => number,
) {
  const reports: { stamp: number; atMs: number; reportMs: number }[] = [];
  viewer.report(0);
  viewer.queue.offer(stamped(1, true));
  for (let nowMs = 0; nowMs < pictures * 100; nowMs += 10) {
    if (nowMs % 100 === 0) {
      viewer.queue.offer(stamped(nowMs + 2, nowMs % 1_000 === 0));
      const late = reportMs(nowMs / 100);
      reports.push({ stamp: nowMs + 2, atMs: nowMs + late, reportMs: late });
    }
    viewer.take();
    while (reports[0] !== undefined && reports[0].atMs <= nowMs) {
      const report = reports.shift();
      if (report !== undefined) viewer.report(report.stamp, report.reportMs);
    }
    viewer.wait(10);
  }
}

test('a viewer’s own upload, which delays its reports, costs it no picture', () => {
  const viewer = slowViewer();
  // It fills the line's buffer within two seconds and goes on for a minute.
  watch(viewer, 600, (picture) => Math.min(2_000, Math.max(0, picture - 20) * 100));
  expect(viewer.skips).toEqual([]);
  expect(viewer.queue.isSkipping).toBe(false);
});

test('a viewer whose clock drifts from ours does not count as late after a day', () => {
  const { queue, sent, report, wait, take } = slowViewer();
  report(0);
  let driftMs = 0;
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    queue.offer(stamped(2 * minute, true));
    wait(10);
    queue.offer(stamped(2 * minute + 1));
    take();
    report(2 * minute + 1, -driftMs);
    wait(60_000);
    driftMs += 12;
    report(2 * minute + 1, -driftMs);
  }
  expect(sent).toHaveLength(2 * 24 * 60);
});
