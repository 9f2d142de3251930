// Compares two ways of the same pictures, RTP and the websocket, and says which one this line is better for. Pure.

type TrialVerdict = 'rtp' | 'websocket' | undefined;

export interface RtpTrial {
  onWebsocket(stamp: number, nowMs: number): void;
  onRtp(stamp: number, nowMs: number): void;
  /** Undefined: more pictures or more time are needed. Call it after each picture and regularly. */
  verdict(nowMs: number): TrialVerdict;
}

/** A moving screen decides after this many pictures that came both ways, a still one after this time. */
const enoughPictures = 12;
const enoughMs = 1_500;
/** A picture that came by one way may still be on its way by the other. */
const onTheWayMs = 300;
/** RTP may be later by this much: on a line that loses packets it does not stand still. */
const allowedLaterMs = 15;
/** A decoder leaves out pictures that come together, so not each one is seen. */
const leastShare = 0.7;
/** Without any picture by then UDP does not pass. */
const startWithinMs = 8_000;

export function createRtpTrial(startedMs: number): RtpTrial {
  const websocket = new Map<number, number>();
  const rtp = new Map<number, number>();
  let firstRtpMs: number | undefined;
  return {
    onWebsocket(stamp, nowMs) {
      websocket.set(stamp, nowMs);
    },
    onRtp(stamp, nowMs) {
      firstRtpMs ??= nowMs;
      rtp.set(stamp, nowMs);
    },
    verdict(nowMs) {
      if (firstRtpMs === undefined) return nowMs - startedMs > startWithinMs ? 'websocket' : undefined;
      const [firstStamp = 0] = rtp.keys();
      const due = [...websocket].filter(
        ([stamp, atMs]) => stamp >= firstStamp && (rtp.has(stamp) || nowMs - atMs > onTheWayMs),
      );
      const later = due.flatMap(([stamp, atMs]) => {
        const rtpMs = rtp.get(stamp);
        return rtpMs === undefined ? [] : [rtpMs - atMs];
      });
      if (later.length < enoughPictures && nowMs - firstRtpMs < enoughMs) return undefined;
      const median = later.toSorted((a, b) => a - b)[Math.floor(later.length / 2)] ?? 0;
      const isGood = later.length >= due.length * leastShare && median <= allowedLaterMs;
      return isGood ? 'rtp' : 'websocket';
    },
  };
}
