import { describe, expect, it } from 'vitest';
import { createLineFit, type LineFit } from './line-speed.ts';

/** What the phone sends: so many bytes, so often. */
type Sending = { readonly bytes: number; readonly everyMs: number };

const moving: Sending = { bytes: 12_000, everyMs: 20 };
const small: Sending = { bytes: 4_500, everyMs: 50 };
const keyPacketBytes = 40_000;
const mbit = 1_000_000;

/** A relay, a line with a buffer, and a page that does what the verdict says. Beats come each second, as from phones. */
function openLine(fit: LineFit = createLineFit()) {
  let [nowMs, freeAtMs, beatAtMs] = [0, 0, 0];
  const waiting: { atMs: number; bytes: number; relayTimeMs: number }[] = [];
  const turns: string[] = [];
  let [bitsPerSecond, delayMs, probes] = [1_000 * mbit, 1, 0];
  const relayClock = (ms: number) => (ms + 4_294_960_000) % 2 ** 32; // wraps within the test
  const send = (bytes: number) => {
    freeAtMs = Math.max(freeAtMs, nowMs) + (bytes * 8_000) / bitsPerSecond;
    waiting.push({ atMs: freeAtMs + delayMs, bytes, relayTimeMs: relayClock(nowMs) });
  };
  fit.begin(relayClock(0), 0);
  return {
    fit,
    turns,
    probes: () => probes,
    shape(next: { bitsPerSecond: number; delayMs: number }) {
      ({ bitsPerSecond, delayMs } = next);
    },
    /** `full`: what is sent while the verdict is full; lean pictures are small ones. */
    run(forMs: number, full: Sending | undefined, lean: Sending | undefined = small) {
      const endMs = nowMs + forMs;
      for (; nowMs < endMs; nowMs += 1) {
        const before = fit.verdict;
        const sending = before === 'full' ? full : lean;
        if (sending !== undefined && nowMs % sending.everyMs === 0) send(sending.bytes);
        if (nowMs >= beatAtMs) {
          send(30);
          beatAtMs += 1_000;
        }
        while (waiting[0] !== undefined && waiting[0].atMs <= nowMs) {
          const [packet] = waiting.splice(0, 1);
          if (packet !== undefined) fit.takePacket(packet, nowMs);
        }
        if (nowMs % 500 === 0 && fit.wantsProbe(nowMs)) {
          probes += 1;
          send(keyPacketBytes);
        }
        if (fit.verdict !== before) turns.push(`${fit.verdict} at ${nowMs}`);
      }
    },
  };
}

const well = { bitsPerSecond: 100 * mbit, delayMs: 5 };
const slow = { bitsPerSecond: 1.5 * mbit, delayMs: 60 };

describe('a line that', () => {
  it.each([
    ['is well', well],
    ['is far away', { bitsPerSecond: 20 * mbit, delayMs: 400 }],
    ['carries a little more than is sent', { bitsPerSecond: 6 * mbit, delayMs: 30 }],
  ])('%s gets the full picture', (_, shape) => {
    const line = openLine();
    line.shape(shape);
    line.run(30_000, moving);
    expect(line.turns).toEqual([]);
  });

  it('becomes slow gets the lean picture within 1.5 seconds, and keeps it while it is slow', () => {
    const line = openLine();
    line.shape(well);
    line.run(10_000, moving);
    line.shape(slow);
    line.run(1_500, moving);
    expect(line.fit.verdict).toBe('lean');
    line.run(60_000, moving);
    expect(line.turns).toHaveLength(1);
    expect(line.probes()).toBeLessThan(6);
  });

  it('is well again gets the full picture back within 4 seconds', () => {
    const line = openLine();
    line.run(5_000, moving);
    line.shape(slow);
    line.run(20_000, moving);
    line.shape(well);
    line.run(4_000, moving);
    expect(line.fit.verdict).toBe('full');
    line.run(20_000, moving);
    expect(line.turns).toHaveLength(2);
  });

  it('is well again while the screen stands still gets it back after a probe', () => {
    const line = openLine();
    line.run(5_000, moving);
    line.shape(slow);
    line.run(6_000, moving);
    line.shape(well);
    line.run(30_000, undefined, undefined);
    expect(line.fit.verdict).toBe('full');
    expect(line.probes()).toBeGreaterThan(0);
  });

  it('stays slow while the screen stands still is asked less and less', () => {
    const line = openLine();
    line.run(5_000, moving);
    line.shape(slow);
    line.run(5_000, moving);
    line.run(120_000, undefined, undefined);
    expect(line.fit.verdict).toBe('lean');
    expect(line.probes()).toBeLessThanOrEqual(5);
  });

  it('carries the lean picture well and the full one never does not flap', () => {
    const line = openLine();
    line.run(5_000, moving);
    line.shape({ bitsPerSecond: 4.5 * mbit, delayMs: 20 });
    line.run(300_000, moving);
    expect(line.turns.length).toBeLessThanOrEqual(3);
  });

  it('hiccups for half a second keeps the full picture', () => {
    const line = openLine();
    line.shape(well);
    line.run(10_000, moving);
    line.shape({ bitsPerSecond: 100 * mbit, delayMs: 500 });
    line.run(500, moving);
    line.shape(well);
    line.run(10_000, moving);
    expect(line.turns).toEqual([]);
  });
});

it('two notices of skipped packets within two seconds make it lean, one does not', () => {
  const fit = createLineFit();
  fit.skipped(0);
  fit.skipped(2_500);
  expect(fit.verdict).toBe('full');
  fit.skipped(4_000);
  expect(fit.verdict).toBe('lean');
});

it('what the relay had at hand says nothing of the line, however long ago it was stamped', () => {
  const fit = createLineFit();
  fit.begin(60_000, 0);
  for (let atMs = 0; atMs < 2_000; atMs += 20) {
    fit.takePacket({ bytes: 5_000, relayTimeMs: 50_000 + atMs }, atMs);
    if (atMs % 1_000 === 0) fit.takePacket({ bytes: 30, relayTimeMs: 60_000 + atMs }, atMs);
  }
  expect(fit.verdict).toBe('full');
});
