// The relay's stamp of a picture that came as RTP. Its RTP time is the stamp (ms modulo 2^32) in 90 kHz, modulo 2^32, so it
// repeats every 13 hours: the relay's clock says which of them it is. Pure.

const ticksPerMs = 90;
const span = 2 ** 32;

/** `relayNowMs`: the relay's clock now, modulo 2^32. */
export function stampOfRtpTime(rtpTime: number, relayNowMs: number): number {
  const round = Math.round((relayNowMs * ticksPerMs - rtpTime) / span);
  const stamp = Math.floor((rtpTime + round * span) / ticksPerMs);
  return ((stamp % span) + span) % span;
}
