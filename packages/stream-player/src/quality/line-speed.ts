// Whether the line carries the full capture or only the lean one (decision 032). Told of each packet as it comes; a
// packet's age counts from the relay's stamp on an unknown scale, because only differences matter. Pure.

type LineVerdict = 'full' | 'lean';

export interface LineFit {
  readonly verdict: LineVerdict;
  /** A connection begins, or goes on after a pause. What was stamped before `relayTimeMs` says nothing of the line. */
  begin(relayTimeMs: number | undefined, nowMs: number): void;
  takePacket(packet: ArrivedPacket, nowMs: number): void;
  /** The relay has left packets out for us. */
  skipped(nowMs: number): void;
  /** True when a key packet should be asked for: it is large, and how fast it comes says what the line carries. */
  wantsProbe(nowMs: number): boolean;
}

interface ArrivedPacket {
  readonly bytes: number;
  /** The relay's stamp: ms modulo 2^32. */
  readonly relayTimeMs: number;
}

/** The least age in this time is what the way takes when nothing waits. */
const baseMs = 10_000;
/** Late by this much for so long: the line carries less than is sent. */
const tooSlow = [
  { lateMs: 250, forMs: 700 },
  { lateMs: 600, forMs: 300 },
] as const;
/** Two notices of skipped packets within this time say the same. */
const skippedTwiceMs = 2_000;
/** What goes out this soon after another packet may have waited for it. */
const togetherMs = 100;
/** A packet measures the line when it is larger by this much than all that the quickest one may have waited for. */
const measuredBytes = 4_096;
const estimateMs = 3_000;
/** What the full capture may need, in bits a second, whatever it has needed until now. */
const leastNeeded = 3_000_000;
const mostNeeded = 10_000_000;
const headroom = 1.5;
/** How long the lean picture stays at least; longer after each return that failed. */
const holdsMs = [3_000, 10_000, 20_000, 40_000, 60_000] as const;
/** A return that lasts this long has not failed. */
const provenAfterMs = 60_000;
const firstProbeMs = 5_000;
const probePausesMs = [10_000, 20_000, 40_000, 60_000] as const;
const confirmAfterMs = 1_000;
/** A least age that falls by this much, and has not for so long: the line has changed, and a probe may tell more. */
const changedMs = 15;
const changedEveryMs = 4_000;

type Sample = { readonly atMs: number; readonly bitsPerSecond: number };
/** A packet's age, with the bytes that were sent with it. */
type Aged = { readonly age: number; readonly bytes: number };

export function createLineFit(): LineFit {
  let verdict: LineVerdict = 'full';
  let sinceMs = Number.NEGATIVE_INFINITY;
  let newestStamp: number | undefined;
  let scale: number | undefined;
  let base = createLeast(baseMs);
  let together = createTogether();
  let lateSinceMs: (number | undefined)[] = tooSlow.map(() => undefined);
  let skips: number[] = [];
  let samples: Sample[] = [];
  let carried = createRate();
  let needed = leastNeeded;
  let failures = 0;
  let probes = 0;
  let nextProbeMs = 0;
  let lastProbeMs = Number.NEGATIVE_INFINITY;
  /** The least age since the last probe. */
  let leanBaseAge: number | undefined;

  function turnLean(nowMs: number): void {
    failures = nowMs - sinceMs < provenAfterMs ? failures + 1 : 0;
    [verdict, sinceMs] = ['lean', nowMs];
    needed = Math.min(mostNeeded, Math.max(leastNeeded, carried.most() * headroom ** (1 + failures)));
    [samples, probes, nextProbeMs] = [[], 0, nowMs + Math.max(firstProbeMs, holdMs())];
    leanBaseAge = undefined;
  }

  function turnFull(nowMs: number): void {
    [verdict, sinceMs] = ['full', nowMs];
    lateSinceMs = tooSlow.map(() => undefined);
    skips = [];
    carried = createRate();
  }

  const holdMs = () => holdsMs[Math.min(failures, holdsMs.length - 1)] ?? 0;

  /** Two packets must agree: one may look quick because the clock was set. */
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
    samples = samples.filter(({ atMs }) => nowMs - atMs < estimateMs);
    const more = bytes - least.bytes;
    if (more >= measuredBytes) {
      samples.push({ atMs: nowMs, bitsPerSecond: (more * 8_000) / Math.max(1, age - least.age) });
    }
    if (nowMs - sinceMs >= holdMs() && estimate() >= needed) turnFull(nowMs);
    else if (age < (leanBaseAge ?? age) - changedMs && nowMs - lastProbeMs > changedEveryMs) {
      nextProbeMs = Math.min(nextProbeMs, nowMs);
    }
    leanBaseAge = Math.min(leanBaseAge ?? age, age);
  }

  return {
    get verdict() {
      return verdict;
    },
    begin(relayTimeMs, nowMs) {
      [newestStamp, scale] = [relayTimeMs, undefined];
      [base, together] = [createLeast(baseMs), createTogether()];
      lateSinceMs = tooSlow.map(() => undefined);
      [skips, samples, carried, leanBaseAge] = [[], [], createRate(), undefined];
      nextProbeMs = nowMs + firstProbeMs;
    },
    takePacket({ bytes, relayTimeMs }, nowMs) {
      // What the relay had at hand was stamped long before it was sent to us.
      if (newestStamp !== undefined && wrapped(relayTimeMs - newestStamp) < 0) return;
      newestStamp = relayTimeMs;
      scale ??= nowMs - relayTimeMs;
      const age = wrapped(nowMs - relayTimeMs - scale);
      const least = base.add({ age, bytes: together.add(bytes, relayTimeMs) }, nowMs);
      if (verdict === 'lean') measure(bytes, age, least, nowMs);
      else if (isTooSlow(age - least.age, nowMs)) turnLean(nowMs);
      else carried.add(bytes * 8, nowMs);
    },
    skipped(nowMs) {
      skips = [...skips.filter((atMs) => nowMs - atMs < skippedTwiceMs), nowMs];
      if (verdict === 'full' && skips.length >= 2) turnLean(nowMs);
    },
    wantsProbe(nowMs) {
      const isTooSoon = nowMs - sinceMs < holdMs() || nowMs - lastProbeMs < confirmAfterMs;
      if (verdict === 'full' || isTooSoon) return false;
      // One packet has come quickly enough: another says whether it is true.
      const isConfirming = samples.some(
        ({ atMs, bitsPerSecond }) => nowMs - atMs < estimateMs && bitsPerSecond >= needed,
      );
      if (!isConfirming && nowMs < nextProbeMs) return false;
      [lastProbeMs, leanBaseAge] = [nowMs, undefined];
      if (isConfirming) return true;
      nextProbeMs = nowMs + (probePausesMs[Math.min(probes, probePausesMs.length - 1)] ?? 0);
      probes += 1;
      return true;
    },
  };
}

/** The packet of the least age within the last `windowMs`. */
function createLeast(windowMs: number) {
  // Rising ages only: what is followed by a younger one is never the least again.
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

/** The bytes that the relay sent within the last `togetherMs`. */
function createTogether() {
  const sent: { readonly stamp: number; readonly bytes: number }[] = [];
  let sum = 0;
  return {
    add(bytes: number, stamp: number): number {
      sent.push({ stamp, bytes });
      sum += bytes;
      while (wrapped(stamp - (sent[0]?.stamp ?? stamp)) > togetherMs) sum -= sent.shift()?.bytes ?? 0;
      return sum;
    },
  };
}

/** The most bits that came within one of the last ten seconds. */
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

/** A difference of times that wrap at 2^32 ms, as the nearest signed number. */
function wrapped(differenceMs: number): number {
  const span = 2 ** 32;
  return differenceMs - Math.round(differenceMs / span) * span;
}
