// The rights to stop and erase a recording. Recordings that a setting of the team covers are kept from those whom it records: they
// neither stop it nor erase it, also where they began it by hand before the setting did.
import type { Recording, RecordingEnd } from '@pocketfleet/contract';
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import type { Principal } from '../platform/principal.ts';
import { type SeenRow, selectIsCoveredNow } from './recordings.sql.ts';

/** Throws forbidden. */
export async function refuseStop(db: Db, caller: Principal, { id, state }: SeenRow): Promise<void> {
  if (caller.permissions.has('members') || state !== 'recording') return;
  if (!(await selectIsCoveredNow(db, id))) return;
  throw new AppError('forbidden', {
    detail: 'A setting of the team records this use. Only members who manage the team can stop it.',
  });
}

/** Throws forbidden. */
export function refuseErase(caller: Principal, row: SeenRow): void {
  if (mayDelete(caller, row)) return;
  const detail =
    row.is_own && row.is_covered
      ? 'A setting of the team records this use. Only members who manage the team can erase it.'
      : 'Only the person who started this recording and members who manage the team can erase it.';
  throw new AppError('forbidden', { detail });
}

function mayDelete(caller: Principal, row: SeenRow): boolean {
  return (row.is_own && !row.is_covered) || caller.permissions.has('members');
}

/** Clients that don't know a word of `reason` can't read the list at all, so words that are newer than they are told beside it. */
const wordBefore: Partial<Record<RecordingEnd, RecordingEnd>> = {
  phone_replaced: 'rental_ended',
  access_ended: 'stopped',
};

export function describe(caller: Principal, row: SeenRow): Recording {
  const { id, name, cause, state, started_at, ended_at, duration_ms, bytes, gaps, kept_until } = row;
  const exact_reason = row.reason;
  return {
    ...{ id, name, cause, state, exact_reason, started_at, ended_at, duration_ms, bytes, gaps, kept_until },
    reason: exact_reason === null ? null : (wordBefore[exact_reason] ?? exact_reason),
    phone: { id: row.device_id, tag: row.device_tag, model: row.device_model },
    started_by: { kind: row.who_kind, id: row.who_id, name: row.who_name },
    may_delete: mayDelete(caller, row),
  };
}
