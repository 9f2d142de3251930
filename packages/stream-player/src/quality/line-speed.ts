// Decides by the age of each packet whether the line carries the full capture or only the lean one (decision 032). The age
// is counted from the relay's stamp, whose clock is not compared with ours, because only differences matter. Pure.

import { wrapDifferenceMs } from '../connection/relay-clock.ts';

type LineVerdict = 'full' | 'lean';

export interface LineSpeed {
  readonly verdict: LineVerdict;
  /** A connection begins, or goes on after a pause. Packets stamped before `relayTimeMs` are ignored. */
  restart(relayTimeMs: number | undefined, nowMs: number): void;
  onPacket(packet: ArrivedPacket, nowMs: number): void;
  /** The relay has skipped packets for this viewer. */
  onSkipped(nowMs: number): void;
  /** True when a key packet should be requested: it is large, so its delay shows how much the line carries. */
  needsProbe(nowMs: number): boolean;
}

interface ArrivedPacket {
  readonly bytes: number;
  /** The relay's stamp: ms modulo 2^32. */
  readonly relayTimeMs: number;
}

/** The least age within this time is the line's delay without a queue. */
const baseWindowMs = 10_000;
/** Packets that are late by this much for this long prove that the line carries less than is sent. */
const tooSlow = [
  { lateMs: 250, forMs: 700 },
  { lateMs: 600, forMs: 300 },
] as const;
/** Two notices of skipped packets within this time prove it as well. */
const skipWindowMs = 2_000;
/** A packet that is sent this soon after another one may have waited for it. */
const burstMs = 100;
/** A packet measures the line if it is larger by this much than everything for which the quickest packet may have waited. */
const minMeasuredBytes = 4_096;
const estimateWindowMs = 3_000;
/** The bounds of what the full capture may need, in bits a second in any case. */
const minNeeded = 3_000_000;
const maxNeeded = 10_000_000;
const headroom = 1.5;
/** The lean capture stays for at least this long; longer after each failed return to the full one. */
const holdDurationsMs = [3_000, 10_000, 20_000, 40_000, 60_000] as const;
/** A return to the full capture that lasts this long has succeeded. */
const provenAfterMs = 60_000;
const firstProbeMs = 5_000;
const probeDelaysMs = [10_000, 20_000, 40_000, 60_000] as const;
const confirmAfterMs = 1_000;
/** A least age that falls by this much shows that the line has changed, so a probe is due. At most once in this time. */
const changedMs = 15;
const changedProbeMs = 4_000;

type Sample = { readonly atMs: number; readonly bitsPerSecond: number };
/** A packet's age, with the bytes that were sent in the same burst. */
type Aged = { readonly age: number; readonly bytes: number };

export function createLineSpeed(): LineSpeed {
  let verdict: LineVerdict = 'full';
  let sinceMs = Number.NEGATIVE_INFINITY;
  let newestStamp: number | undefined;
  let scale: number | undefined;
  let base = createLeast(baseWindowMs);
  let burst = createBurst();
  let lateSinceMs: (number | undefined)[] = tooSlow.map(() => undefined);
  let skips: number[] = [];
  let samples: Sample[] = [];
  let carried = createRate();
  let needed = minNeeded;
  let failures = 0;
  let probes = 0;
  let nextProbeMs = 0;
  let lastProbeMs = Number.NEGATIVE_INFINITY;
  /** The least age since the last probe. */
  let leanBaseAge: number | undefined;

  function turnLean(nowMs: number): void {
    failures = nowMs - sinceMs < provenAfterMs ? failures + 1 : 0;
    [verdict, sinceMs] = ['lean', nowMs];
    needed = Math.min(maxNeeded, Math.max(minNeeded, carried.most() * headroom ** (1 + failures)));
    [samples, probes, nextProbeMs] = [[], 0, nowMs + Math.max(firstProbeMs, holdMs())];
    leanBaseAge = undefined;
  }

  function turnFull(nowMs: number): void {
    [verdict, sinceMs] = ['full', nowMs];
    lateSinceMs = tooSlow.map(() => undefined);
    skips = [];
    carried = createRate();
  }

  const holdMs = () => holdDurationsMs[Math.min(failures, holdDurationsMs.length - 1)] ?? 0;

  /** The second highest sample: a single packet may look fast because the clock was set. */
  function estimate(): number {
    return samples.map(({ bitsPerSecond }) => bitsPerSecond).toSorted((a, b) => b - a)[1] ?? 0;
  }

  function isTooSlow(lateMs: number, nowMs: number): boolean {
    lateSinceMs = tooSlow.map((limit, index) =>
      lateMs > limit.lateMs ? (lateSinceMs[index] ?? nowMs) : undefined,
    );
    return tooSlow.some(({ forMs }, index) => nowMs - (lateSinceMs[index] ?? nowMs) >= forMs);
  }

  function measure(bytes: number, age: number, least: Aged, nowMs: number): void {
    samples = samples.filter(({ atMs }) => nowMs - atMs < estimateWindowMs);
    const more = bytes - least.bytes;
    if (more >= minMeasuredBytes) {
      samples.push({ atMs: nowMs, bitsPerSecond: (more * 8_000) / Math.max(1, age - least.age) });
    }
    if (nowMs - sinceMs >= holdMs() && estimate() >= needed) turnFull(nowMs);
    else if (age < (leanBaseAge ?? age) - changedMs && nowMs - lastProbeMs > changedProbeMs) {
      nextProbeMs = Math.min(nextProbeMs, nowMs);
    }
    leanBaseAge = Math.min(leanBaseAge ?? age, age);
  }

  return {
    get verdict() {
      return verdict;
    },
    restart(relayTimeMs, nowMs) {
      [newestStamp, scale] = [relayTimeMs, undefined];
      [base, burst] = [createLeast(baseWindowMs), createBurst()];
      lateSinceMs = tooSlow.map(() => undefined);
      [skips, samples, carried, leanBaseAge] = [[], [], createRate(), undefined];
      nextProbeMs = nowMs + firstProbeMs;
    },
    onPacket({ bytes, relayTimeMs }, nowMs) {
      // The relay kept such a packet, and stamped it long before it was sent to this viewer.
      if (newestStamp !== undefined && wrapDifferenceMs(relayTimeMs - newestStamp) < 0) return;
      newestStamp = relayTimeMs;
      scale ??= nowMs - relayTimeMs;
      const age = wrapDifferenceMs(nowMs - relayTimeMs - scale);
      const least = base.add({ age, bytes: burst.add(bytes, relayTimeMs) }, nowMs);
      if (verdict === 'lean') measure(bytes, age, least, nowMs);
      else if (isTooSlow(age - least.age, nowMs)) turnLean(nowMs);
      else carried.add(bytes * 8, nowMs);
    },
    onSkipped(nowMs) {
      skips = [...skips.filter((atMs) => nowMs - atMs < skipWindowMs), nowMs];
      if (verdict === 'full' && skips.length >= 2) turnLean(nowMs);
    },
    needsProbe(nowMs) {
      const isTooEarly = nowMs - sinceMs < holdMs() || nowMs - lastProbeMs < confirmAfterMs;
      if (verdict === 'full' || isTooEarly) return false;
      // One packet was fast enough; a second one confirms it.
      const isConfirming = samples.some(
        ({ atMs, bitsPerSecond }) => nowMs - atMs < estimateWindowMs && bitsPerSecond >= needed,
      );
      if (!isConfirming && nowMs < nextProbeMs) return false;
      [lastProbeMs, leanBaseAge] = [nowMs, undefined];
      if (isConfirming) return true;
      nextProbeMs = nowMs + (probeDelaysMs[Math.min(probes, probeDelaysMs.length - 1)] ?? 0);
      probes += 1;
      return true;
    },
  };
}

/** The packet of the least age within the last `windowMs`. */
function createLeast(windowMs: number) {
  // Rising ages only: a packet that is followed by one of a lower age never has the least age again.
  const kept: (Aged & { readonly atMs: number })[] = [];
  return {
    add(aged: Aged, nowMs: number): Aged {
      while ((kept.at(-1)?.age ?? Number.NEGATIVE_INFINITY) >= aged.age) kept.pop();
      kept.push({ ...aged, atMs: nowMs });
      while (nowMs - (kept[0]?.atMs ?? nowMs) > windowMs) kept.shift();
      return kept[0] ?? aged;
    },
  };
}

/** Sums the bytes that the relay sent within the last `burstMs`. */
function createBurst() {
  const sent: { readonly stamp: number; readonly bytes: number }[] = [];
  let sum = 0;
  return {
    add(bytes: number, stamp: number): number {
      sent.push({ stamp, bytes });
      sum += bytes;
      while (wrapDifferenceMs(stamp - (sent[0]?.stamp ?? stamp)) > burstMs) sum -= sent.shift()?.bytes ?? 0;
      return sum;
    },
  };
}

/** The most bits that arrived within one of the last ten seconds. */
function createRate() {
  const seconds: { readonly startMs: number; bits: number }[] = [];
  return {
    add(bits: number, nowMs: number): void {
      const current = seconds.at(-1);
      if (current !== undefined && nowMs - current.startMs < 1_000) current.bits += bits;
      else seconds.push({ startMs: nowMs, bits });
      if (seconds.length > 10) seconds.shift();
    },
    most: () => Math.max(0, ...seconds.map(({ bits }) => bits)),
  };
}
