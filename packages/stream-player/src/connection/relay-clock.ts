// The relay stamps packets with its own clock (ms modulo 2^32). This maps it to ours, from pings: the answer
// that travelled fastest is the one to believe. Pure.

export interface RelayClock {
  /** A pong: when we asked and got it (our clock, ms), and what the relay's clock said in between. */
  addSample(sentMs: number, receivedMs: number, relayTimeMs: number): void;
  /** How long ago the relay stamped a packet, in ms; undefined before the first pong. Never below 0. */
  ageMs(relayTimeMs: number, nowMs: number): number | undefined;
  /** What the relay's clock says now; undefined before the first pong. */
  relayTimeMs(nowMs: number): number | undefined;
  /** The shortest round trip of late, in ms. */
  roundTripMs(): number | undefined;
  /** Another relay may answer from now on, whose clock says something else. */
  reset(): void;
}

/** Clocks drift apart: each ms that a sample is older costs it this much of its round trip's advantage. */
const driftPerMs = 0.000_2;
/** An answer that waited in a busy page is a bad one, and minutes may pass until a good one comes. */
const keptMs = 300_000;
/** As many as can be the best one day: what came later and was quicker makes those before it useless. */
const maxKept = 32;

export function createRelayClock(): RelayClock {
  /** Older and quicker first: the first is the best, those behind it wait until it is forgotten. */
  let samples: { atMs: number; roundTripMs: number; offsetMs: number }[] = [];
  const best = () => samples[0];
  return {
    addSample(sentMs, receivedMs, relayTimeMs) {
      const roundTripMs = receivedMs - sentMs;
      const isWorth = (sample: { atMs: number; roundTripMs: number }) =>
        receivedMs - sample.atMs < keptMs &&
        sample.roundTripMs + (receivedMs - sample.atMs) * driftPerMs < roundTripMs;
      samples = samples.filter(isWorth).slice(0, maxKept);
      samples.push({
        atMs: receivedMs,
        roundTripMs,
        offsetMs: relayTimeMs - (sentMs + receivedMs) / 2,
      });
    },
    ageMs(relayTimeMs, nowMs) {
      const sample = best();
      if (sample === undefined) return undefined;
      const age = wrap(nowMs + sample.offsetMs - relayTimeMs);
      return Math.max(0, age);
    },
    relayTimeMs(nowMs) {
      const sample = best();
      return sample === undefined ? undefined : (nowMs + sample.offsetMs) % 2 ** 32;
    },
    roundTripMs: () => best()?.roundTripMs,
    reset() {
      samples = [];
    },
  };
}

/** A difference of two wrapping clocks, as the nearest signed number of ms. */
function wrap(differenceMs: number): number {
  const span = 2 ** 32;
  return differenceMs - Math.round(differenceMs / span) * span;
}
