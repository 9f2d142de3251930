import * as texts from '#language/devices';

/** "Opens in 3 days", rounded up, at least a minute. From its start until it opens, a phone is being prepared. */
export function opensIn(startsAtMs: number, nowMs: number): string {
  if (startsAtMs <= nowMs) return texts.beingPrepared;
  const minutes = Math.max(1, Math.ceil((startsAtMs - nowMs) / 60_000));
  if (minutes < 60) return texts.opensInMin(minutes);
  const hours = Math.ceil(minutes / 60);
  if (hours < 48) return texts.opensInHours(hours);
  return texts.opensInDays(Math.floor(hours / 24));
}
