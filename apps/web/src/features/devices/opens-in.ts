import { formatCount } from '@pocketfleet/ui/format';

/** "Opens in 3 days", rounded up, at least a minute. From its start until it opens, a phone is being prepared. */
export function opensIn(startsAtMs: number, nowMs: number): string {
  if (startsAtMs <= nowMs) return 'Being prepared';
  const minutes = Math.max(1, Math.ceil((startsAtMs - nowMs) / 60_000));
  if (minutes < 60) return `Opens in ${minutes} min`;
  const hours = Math.ceil(minutes / 60);
  if (hours < 48) return `Opens in ${formatCount(hours, 'hour')}`;
  return `Opens in ${Math.floor(hours / 24)} days`;
}
