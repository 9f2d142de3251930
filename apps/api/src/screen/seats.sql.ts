import { type Db, sql } from '../platform/database.ts';

export type Claim = {
  device_id: string;
  assignment_id: string;
  kind: 'person' | 'key' | 'program';
  /** Of the person, in whichever of their sessions, or of the key. */
  holder_id: string;
};

/**
 * Takes or keeps the seat and returns its generation. Undefined while another holder of the same assignment has used it
 * within `idleS` seconds.
 */
export async function claimSeat(db: Db, claim: Claim, idleS: number): Promise<number | undefined> {
  const found = await sql<{ generation: string }>`
    insert into device_seats as s
      (device_id, assignment_id, generation, holder_kind, holder_id, since, used_at)
    values (${claim.device_id}, ${claim.assignment_id}, 1, ${claim.kind}, ${claim.holder_id}, app_now(), app_now())
    on conflict (device_id) do update set
      assignment_id = excluded.assignment_id,
      generation = s.generation + case when s.holder_id = excluded.holder_id
        and s.assignment_id = excluded.assignment_id then 0 else 1 end,
      holder_kind = excluded.holder_kind,
      holder_id = excluded.holder_id,
      since = case when s.holder_id = excluded.holder_id
        and s.assignment_id = excluded.assignment_id then s.since else excluded.since end,
      used_at = excluded.used_at
    where s.holder_id = excluded.holder_id
      or s.assignment_id <> excluded.assignment_id
      or s.used_at <= app_now() - ${idleS} * interval '1 second'
    returning s.generation`.execute(db);
  const generation = found.rows[0]?.generation;
  return generation === undefined ? undefined : Number(generation);
}
