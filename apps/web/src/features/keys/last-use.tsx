import { StatusDot } from '@pocketfleet/ui';
import { formatAge } from '@pocketfleet/ui/format';
import * as texts from '#language/keys';
import { isInUse } from './key-view.ts';
import { Lines } from './lines.tsx';

type Used = { last_used_at: string | null; last_used_from: string | null };

/** When a key or a connected program was used last, and from where. `note` stands in place of the address. */
export function LastUse({ row, nowMs, note }: { row: Used; nowMs: number; note?: string | undefined }) {
  const { last_used_at, last_used_from } = row;
  const when = last_used_at === null ? texts.never : formatAge(last_used_at, nowMs);
  return (
    <Lines
      first={isInUse(row, nowMs) ? <StatusDot kind="online">{texts.inUseNow}</StatusDot> : when}
      second={note ?? (last_used_from && texts.from(last_used_from))}
    />
  );
}
