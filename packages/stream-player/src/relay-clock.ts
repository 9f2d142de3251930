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
}

/** Clocks drift apart; an older sample is forgotten. */
const keptMs = 20_000;

export function createRelayClock(): RelayClock {
  let samples: { atMs: number; roundTripMs: number; offsetMs: number }[] = [];
  const best = () =>
    samples.reduce<(typeof samples)[number] | undefined>(
      (a, b) => (a === undefined || b.roundTripMs < a.roundTripMs ? b : a),
      undefined,
    );
  return {
    addSample(sentMs, receivedMs, relayTimeMs) {
      samples = samples.filter(({ atMs }) => receivedMs - atMs < keptMs);
      samples.push({
        atMs: receivedMs,
        roundTripMs: receivedMs - sentMs,
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
  };
}

/** A difference of two wrapping clocks, as the nearest signed number of ms. */
function wrap(differenceMs: number): number {
  const span = 2 ** 32;
  return differenceMs - Math.round(differenceMs / span) * span;
}
