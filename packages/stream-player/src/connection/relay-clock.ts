// The relay stamps packets with its own clock (ms modulo 2^32). Pings map that clock to ours: the fastest response is the
// most exact one. Pure.

export interface RelayClock {
  /** Adds a pong: when the ping was sent and the pong received (our clock, ms), and the relay's clock in between. */
  addSample(sentMs: number, receivedMs: number, relayTimeMs: number): void;
  /** The time since the relay stamped a packet, in ms, at least 0; undefined before the first pong. */
  ageMs(relayTimeMs: number, nowMs: number): number | undefined;
  /** The relay's clock now; undefined before the first pong. */
  relayTimeMs(nowMs: number): number | undefined;
  /** The shortest recent round trip, in ms. */
  roundTripMs(): number | undefined;
  /** Forgets all samples: the next connection may lead to another relay with another clock. */
  reset(): void;
}

/** Clocks drift apart, so each ms of a sample's age adds this much to its round trip. */
const driftPerMs = 0.000_2;
/** A pong that waited in a busy page is inexact, and minutes may pass until an exact one arrives. */
const keptMs = 300_000;
const maxKept = 32;

export function createRelayClock(): RelayClock {
  /** In order of age and of round trip. The first is the best one; each next one takes over when those before it expire. */
  let samples: { atMs: number; roundTripMs: number; offsetMs: number }[] = [];
  const best = () => samples[0];
  return {
    addSample(sentMs, receivedMs, relayTimeMs) {
      const roundTripMs = receivedMs - sentMs;
      const isUseful = (sample: { atMs: number; roundTripMs: number }) =>
        receivedMs - sample.atMs < keptMs &&
        sample.roundTripMs + (receivedMs - sample.atMs) * driftPerMs < roundTripMs;
      samples = samples.filter(isUseful).slice(0, maxKept);
      samples.push({
        atMs: receivedMs,
        roundTripMs,
        offsetMs: relayTimeMs - (sentMs + receivedMs) / 2,
      });
    },
    ageMs(relayTimeMs, nowMs) {
      const sample = best();
      if (sample === undefined) return undefined;
      const age = wrapDifferenceMs(nowMs + sample.offsetMs - relayTimeMs);
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

/** A difference of two times modulo 2^32 ms, as the nearest signed number. */
export function wrapDifferenceMs(differenceMs: number): number {
  const span = 2 ** 32;
  return differenceMs - Math.round(differenceMs / span) * span;
}
