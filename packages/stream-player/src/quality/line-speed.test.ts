import { describe, expect, it } from 'vitest';
import { createLineSpeed, type LineSpeed } from './line-speed.ts';

/** The packets that the phone sends: their size and interval. */
type Sending = { readonly bytes: number; readonly everyMs: number };

const moving: Sending = { bytes: 12_000, everyMs: 20 };
const small: Sending = { bytes: 4_500, everyMs: 50 };
const keyPacketBytes = 40_000;
const mbit = 1_000_000;

/** A relay, a line with a buffer, and a page that follows the verdict. Heartbeats arrive each second, as from phones. */
function openLine(speed: LineSpeed = createLineSpeed()) {
  let [nowMs, freeAtMs, heartbeatAtMs] = [0, 0, 0];
  const waiting: { atMs: number; bytes: number; relayTimeMs: number }[] = [];
  const changes: string[] = [];
  let [bitsPerSecond, delayMs, probes] = [1_000 * mbit, 1, 0];
  const relayClock = (ms: number) => (ms + 4_294_960_000) % 2 ** 32; // Wraps within the test.
  const send = (bytes: number) => {
    freeAtMs = Math.max(freeAtMs, nowMs) + (bytes * 8_000) / bitsPerSecond;
    waiting.push({ atMs: freeAtMs + delayMs, bytes, relayTimeMs: relayClock(nowMs) });
  };
  speed.restart(relayClock(0), 0);
  return {
    speed,
    changes,
    probes: () => probes,
    shape(next: { bitsPerSecond: number; delayMs: number }) {
      ({ bitsPerSecond, delayMs } = next);
    },
    /** `full` is sent while the verdict is full, `lean` while it is lean. */
    run(forMs: number, full: Sending | undefined, lean: Sending | undefined = small) {
      const endMs = nowMs + forMs;
      for (; nowMs < endMs; nowMs += 1) {
        const before = speed.verdict;
        const sending = before === 'full' ? full : lean;
        if (sending !== undefined && nowMs % sending.everyMs === 0) send(sending.bytes);
        if (nowMs >= heartbeatAtMs) {
          send(30);
          heartbeatAtMs += 1_000;
        }
        while (waiting[0] !== undefined && waiting[0].atMs <= nowMs) {
          const [packet] = waiting.splice(0, 1);
          if (packet !== undefined) speed.onPacket(packet, nowMs);
        }
        if (nowMs % 500 === 0 && speed.needsProbe(nowMs)) {
          probes += 1;
          send(keyPacketBytes);
        }
        if (speed.verdict !== before) changes.push(`${speed.verdict} at ${nowMs}`);
      }
    },
  };
}

const fast = { bitsPerSecond: 100 * mbit, delayMs: 5 };
const slow = { bitsPerSecond: 1.5 * mbit, delayMs: 60 };

describe('a line that', () => {
  it.each([
    ['is fast', fast],
    ['is far away', { bitsPerSecond: 20 * mbit, delayMs: 400 }],
    ['carries a little more than is sent', { bitsPerSecond: 6 * mbit, delayMs: 30 }],
  ])('%s gets the full capture', (_, shape) => {
    const line = openLine();
    line.shape(shape);
    line.run(30_000, moving);
    expect(line.changes).toEqual([]);
  });

  it('becomes slow gets the lean capture within 1.5 seconds, and keeps it while it is slow', () => {
    const line = openLine();
    line.shape(fast);
    line.run(10_000, moving);
    line.shape(slow);
    line.run(1_500, moving);
    expect(line.speed.verdict).toBe('lean');
    line.run(60_000, moving);
    expect(line.changes).toHaveLength(1);
    expect(line.probes()).toBeLessThan(6);
  });

  it('recovers gets the full capture back within 4 seconds', () => {
    const line = openLine();
    line.run(5_000, moving);
    line.shape(slow);
    line.run(20_000, moving);
    line.shape(fast);
    line.run(4_000, moving);
    expect(line.speed.verdict).toBe('full');
    line.run(20_000, moving);
    expect(line.changes).toHaveLength(2);
  });

  it('recovers while the screen is still gets the full capture back after a probe', () => {
    const line = openLine();
    line.run(5_000, moving);
    line.shape(slow);
    line.run(6_000, moving);
    line.shape(fast);
    line.run(30_000, undefined, undefined);
    expect(line.speed.verdict).toBe('full');
    expect(line.probes()).toBeGreaterThan(0);
  });

  it('stays slow while the screen is still is probed less and less often', () => {
    const line = openLine();
    line.run(5_000, moving);
    line.shape(slow);
    line.run(5_000, moving);
    line.run(120_000, undefined, undefined);
    expect(line.speed.verdict).toBe('lean');
    expect(line.probes()).toBeLessThanOrEqual(5);
  });

  it('carries the lean capture but never the full one does not flap', () => {
    const line = openLine();
    line.run(5_000, moving);
    line.shape({ bitsPerSecond: 4.5 * mbit, delayMs: 20 });
    line.run(300_000, moving);
    expect(line.changes.length).toBeLessThanOrEqual(3);
  });

  it('stalls for half a second keeps the full capture', () => {
    const line = openLine();
    line.shape(fast);
    line.run(10_000, moving);
    line.shape({ bitsPerSecond: 100 * mbit, delayMs: 500 });
    line.run(500, moving);
    line.shape(fast);
    line.run(10_000, moving);
    expect(line.changes).toEqual([]);
  });
});

it('two notices of skipped packets within two seconds change the verdict to lean, one does not', () => {
  const speed = createLineSpeed();
  speed.onSkipped(0);
  speed.onSkipped(2_500);
  expect(speed.verdict).toBe('full');
  speed.onSkipped(4_000);
  expect(speed.verdict).toBe('lean');
});

it('packets that the relay had kept are ignored, however long ago they were stamped', () => {
  const speed = createLineSpeed();
  speed.restart(60_000, 0);
  for (let atMs = 0; atMs < 2_000; atMs += 20) {
    speed.onPacket({ bytes: 5_000, relayTimeMs: 50_000 + atMs }, atMs);
    if (atMs % 1_000 === 0) speed.onPacket({ bytes: 30, relayTimeMs: 60_000 + atMs }, atMs);
  }
  expect(speed.verdict).toBe('full');
});
