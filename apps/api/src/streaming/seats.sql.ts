// The SQL of seats: who acts on a phone, one row for each device.

import type { SeatPerson } from '@pocketfleet/relay';
import { idsOf, isAllowed, joinAccess } from '../access/policy.sql.ts';
import { type Db, sql } from '../platform/database.ts';

export type SeatRow = {
  generation: number;
  assignment_id: string;
  since: string;
  /** Null: nobody. */
  holder: SeatPerson | null;
};

/** The key, program or guest that row `s` names, under the id that it has now: no rotation frees the seat. */
const current = sql`(select c.id from credentials c where c.id = any(${idsOf(sql`s.holder_id`)}) and c.rotated_to is null limit 1)`;

/**
 * The key, program or guest that row `s` names may no longer control the phone, so the seat is free. If only
 * today's hours are used up, the seat stays taken.
 */
const hasEnded = sql`(s.holder_kind <> 'person' and not exists (
  select 1 from assignments a ${joinAccess(current, sql`a.workspace_id`)}
  where a.id = s.assignment_id and k.revoked_at is null and k.expires_at > app_now() and u.suspended_at is null
    and ${isAllowed(sql`s.device_id`, sql`'control'`)}))`;

/** The person, key, program or guest of a row, by name. */
const named = sql`
  select s.generation, s.assignment_id, s.since, s.holder_id,
         case when not ${hasEnded} then s.holder_kind end as holder_kind,
         case s.holder_kind when 'person' then u.username else k.name end as holder_name
  from device_seats s
  left join users u on s.holder_kind = 'person' and u.id = s.holder_id
  left join credentials k on s.holder_kind <> 'person' and k.id = s.holder_id`;

type Row = {
  generation: string;
  assignment_id: string;
  since: string;
  holder_kind: SeatPerson['kind'] | null;
  holder_id: string | null;
  holder_name: string | null;
};

export async function selectSeat(db: Db, deviceId: string): Promise<SeatRow | undefined> {
  const found = await sql<Row>`${named} where s.device_id = ${deviceId}`.execute(db);
  const row = found.rows[0];
  if (row === undefined) return undefined;
  const { generation, assignment_id, since } = row;
  return { generation: Number(generation), assignment_id, since, holder: personOf(row) };
}

/** The person or guest who has the phone and has used it within `idleS` seconds. */
export async function selectPersonInSeat(
  db: Db,
  { device_id, assignment_id, idleS }: { device_id: string; assignment_id: string; idleS: number },
): Promise<SeatPerson | null> {
  const found = await sql<Row>`${named}
    where s.device_id = ${device_id} and s.assignment_id = ${assignment_id}
      and s.holder_kind in ('person', 'guest') and s.used_at > app_now() - ${idleS} * interval '1 second'`.execute(
    db,
  );
  return found.rows[0] === undefined ? null : personOf(found.rows[0]);
}

function personOf({
  holder_kind,
  holder_id,
  holder_name,
}: Pick<Row, 'holder_kind' | 'holder_id' | 'holder_name'>): SeatPerson | null {
  if (holder_kind === null || holder_id === null) return null;
  return { kind: holder_kind, id: holder_id, name: holder_name ?? '' };
}

/** Empties seats of credentials that may no longer control their phone: of these, or of all. */
export async function releaseEndedSeats(
  db: Db,
  credentialIds: readonly string[] | null,
): Promise<{ device_id: string; assignment_id: string; generation: number }[]> {
  const released = await sql<{ device_id: string; assignment_id: string; generation: string }>`
    update device_seats s set holder_kind = null, holder_id = null,
      generation = ${nextGeneration(sql`s.generation`)}, since = app_now(), used_at = app_now()
    where ${hasEnded} and (${credentialIds}::uuid[] is null or s.holder_id = any(${credentialIds}::uuid[]))
    returning s.device_id, s.assignment_id, s.generation`.execute(db);
  return released.rows.map((row) => ({ ...row, generation: Number(row.generation) }));
}

export type Claim = {
  device_id: string;
  assignment_id: string;
  holder: Pick<SeatPerson, 'kind' | 'id'>;
};

/** Follows the clock, so that a restored database doesn't come with generations that hosts have seen already. */
function nextGeneration(generation: ReturnType<typeof sql>) {
  return sql`greatest(${generation} + 1, extract(epoch from app_now())::bigint)`;
}

/** The ids under which this holder may have the seat: a rotated key is the same program. */
function ownIds({ kind, id }: Claim['holder']) {
  return kind === 'key' ? sql`(${id}::uuid || ${idsOf(sql`${id}::uuid`)})` : sql`array[${id}::uuid]`;
}

type SeatClaimed = { generation: number; ownSince: number; hasChanged: boolean; before: SeatPerson | null };

/**
 * Takes or keeps the seat and returns its generation; undefined while another holder of the same assignment has it. People
 * lose it `idleS` seconds after they used it last. Keys and programs keep it, however long they think, until they give it
 * back or may no longer control the phone.
 * `by`: `use` takes a seat that is free; `take` of a person or a guest takes it from anybody, that of a key or a program
 * takes it from other keys and programs.
 * `ownSince`: the generation since which nobody else has had it.
 * `before`: of a `take`, who else had the seat. Null: nobody, or a person who had left it. It is read in the same statement and under
 * the row's lock, so nobody can come in between.
 */
export async function claimSeat(
  db: Db,
  { device_id, assignment_id, holder }: Claim,
  { by, idleS }: { by: 'use' | 'take'; idleS: number },
): Promise<SeatClaimed | undefined> {
  const isPerson = holder.kind === 'person' || holder.kind === 'guest';
  const own = sql`any((select ids from own)::uuid[])`;
  const isSame = sql`(s.holder_id = ${own} and s.assignment_id = excluded.assignment_id)`;
  const isKnown = sql`s.own_generation = s.generation`;
  const isBack = sql`(s.holder_id is null and s.given_by = ${own}
    and s.assignment_id = excluded.assignment_id and ${isKnown})`;
  const next = sql`case when ${isSame} then s.generation else ${nextGeneration(sql`s.generation`)} end`;
  const mayTake = sql.lit(by === 'use' ? '{}' : isPerson ? '{person,guest,key,program}' : '{key,program}');
  const isIdle = sql`(s.holder_kind in ('person', 'guest') and s.used_at <= app_now() - ${idleS} * interval '1 second')`;
  const found = await sql<
    Pick<Row, 'holder_kind' | 'holder_id' | 'holder_name'> & {
      generation: string;
      own_since: string;
      has_changed: boolean;
    }
  >`
    with own as materialized (
      select ${ownIds(holder)} as ids, (select holder_id from device_seats where device_id = ${device_id}) as last_id
    ), before as materialized (
      ${named} where s.device_id = ${device_id} and s.assignment_id = ${assignment_id} and ${by === 'take'}::boolean
        and s.holder_id is not null and s.holder_id <> all((select ids from own)::uuid[]) and not ${isIdle}
      for update of s
    ), claimed as (
    insert into device_seats as s
      (device_id, assignment_id, generation, own_since, own_generation, holder_kind, holder_id, since, used_at)
    select ${device_id}::uuid, ${assignment_id}::uuid, first.generation, first.generation, first.generation,
      ${holder.kind}, ${holder.id}::uuid, first.at, first.at
    from (select app_now() as at, ${nextGeneration(sql`0`)} as generation) first
    -- The row is read before it is written.
    where (select count(*) from before) >= 0
    on conflict (device_id) do update set
      assignment_id = excluded.assignment_id,
      generation = ${next},
      own_since = case when ${isBack} or (${isSame} and ${isKnown}) then s.own_since else ${next} end,
      own_generation = ${next},
      given_by = null,
      holder_kind = excluded.holder_kind,
      holder_id = excluded.holder_id,
      since = case when ${isSame} then s.since else excluded.since end,
      used_at = excluded.used_at
    where ${isSame}
      or s.assignment_id <> excluded.assignment_id
      or s.holder_id is null
      or s.holder_kind = any(${mayTake}::text[])
      or ${isIdle}
      or ${hasEnded}
    returning s.generation, s.own_since,
      s.since = s.used_at or s.holder_id is distinct from (select last_id from own) as has_changed
    )
    select claimed.*, before.holder_kind, before.holder_id, before.holder_name
    from claimed left join before on true`.execute(db);
  const row = found.rows[0];
  if (row === undefined) return undefined;
  const { generation, own_since, has_changed } = row;
  return {
    generation: Number(generation),
    ownSince: Number(own_since),
    hasChanged: has_changed,
    before: personOf(row),
  };
}

/** Empties the seat if this holder has it. False when somebody else has. */
export async function releaseSeat(db: Db, { device_id, assignment_id, holder }: Claim): Promise<boolean> {
  const released = await sql`
    update device_seats set holder_kind = null, holder_id = null, generation = ${nextGeneration(sql`generation`)},
      own_since = case when own_generation = generation then own_since else generation end,
      own_generation = ${nextGeneration(sql`generation`)}, given_by = holder_id,
      since = app_now(), used_at = app_now()
    where device_id = ${device_id} and assignment_id = ${assignment_id}
      and holder_id = any(${ownIds(holder)})`.execute(db);
  return released.numAffectedRows === 1n;
}
