// The SQL of sockets that listen to a workspace's events.
import { isFromElsewhere } from '../access/policy.sql.ts';
import { type Db, sql } from '../platform/database.ts';

export type Listener = { user_id: string; workspace_id: string; credential_id: string };

export async function insertTicket(
  db: Db,
  ticketHash: Buffer,
  owner: Listener,
  afterId: string | undefined,
  validS: number,
): Promise<void> {
  await sql`insert into webhook_tickets (ticket_hash, credential_id, workspace_id, user_id, after_id, expires_at)
    values (${ticketHash}, ${owner.credential_id}, ${owner.workspace_id}, ${owner.user_id}, ${afterId ?? null},
            app_now() + make_interval(secs => ${validS}))`.execute(db);
}

/** `after_id`: the last message that its holder has heard. `is_from_elsewhere`: it is a key's, and was used outside the key's networks. */
export type TakenTicket = Listener & { after_id: string | null; is_from_elsewhere: boolean };

/** `address`: where the socket comes from. */
export async function deleteTicket(
  db: Db,
  ticketHash: Buffer,
  address: string,
): Promise<TakenTicket | undefined> {
  const result = await sql<TakenTicket>`
    with used as (delete from webhook_tickets where ticket_hash = ${ticketHash} returning *)
    select used.user_id, used.workspace_id, used.credential_id, used.after_id,
           ${isFromElsewhere(address)} as is_from_elsewhere
    from used join credentials k on k.id = used.credential_id
    where used.expires_at > app_now()`.execute(db);
  return result.rows[0];
}

/** Where a socket begins: it misses nothing from `since` on, and has heard what the snapshot `heard` shows. */
export type Place = { heard: string; since: string };

/** It begins now without a place. Undefined when this user has too many. */
export async function insertListener(
  db: Db,
  owner: Listener,
  place: Place | undefined,
  most: number,
): Promise<{ id: string; since_us: string; heard: string } | undefined> {
  const result = await sql<{ id: string; since_us: string; heard: string }>`
    insert into webhook_listeners (workspace_id, user_id, credential_id, created_at, heard)
    select ${owner.workspace_id}, ${owner.user_id}, ${owner.credential_id},
           coalesce(${place?.since ?? null}::timestamptz, app_now()),
           coalesce(${place?.heard ?? null}::pg_snapshot, pg_current_snapshot())
    where (select count(*) from webhook_listeners where user_id = ${owner.user_id}
             and left_at is null and seen_at > app_now() - interval '1 minute') < ${most}
    returning id, (extract(epoch from created_at) * 1000000)::bigint::text as since_us, heard::text as heard`.execute(
    db,
  );
  return result.rows[0];
}

export async function updateListener(db: Db, id: string): Promise<void> {
  await sql`update webhook_listeners set seen_at = app_now() where id = ${id}`.execute(db);
}

/** Messages are still kept for a while, for when it comes back. */
export async function updateLeft(db: Db, id: string): Promise<void> {
  await sql`update webhook_listeners set seen_at = app_now(), left_at = app_now() where id = ${id}`.execute(
    db,
  );
}

export type HeardMessage = { seq: string; id: string; type: string; body: string };

/**
 * The events that a listener has. Events become visible in the order of their commits, so it isn't told by a number but by a
 * snapshot of the database: everything that `heard` doesn't show is new.
 */
export type Told = {
  heard: string;
  /** The message with which it came back. It is in no snapshot yet that this listener has. */
  after: string | undefined;
  /** A reading with more messages than one query answers: the snapshot that it reads, and the last message so far. */
  reading: { snapshot: string; seq: string } | undefined;
};

/**
 * A message's snapshot was taken within its own transaction. It may show that transaction as ended, because a snapshot doesn't
 * list its own transaction among the running ones, so the messages of the transaction of `after` are compared by number.
 *
 * Of the whole workspace: what is new and the listener may hear, with the snapshot that was read.
 */
export async function selectMessages(
  db: Db,
  { workspace_id, user_id, credential_id }: Listener,
  { heard, after, reading }: Told,
  limit: number,
): Promise<{ snapshot: string; messages: HeardMessage[] }> {
  const result = await sql<{ snapshot: string } & { [Name in keyof HeardMessage]: string | null }>`
    with now as (select coalesce(${reading?.snapshot ?? null}::pg_snapshot, pg_current_snapshot()) as snapshot)
    select now.snapshot::text as snapshot, found.* from now left join lateral (
      select m.seq::text as seq, m.id, m.type, m.body
      from webhook_messages m left join webhook_messages last on last.id = ${after ?? null}
      where m.workspace_id = ${workspace_id} and m.xid >= pg_snapshot_xmin(${heard}::pg_snapshot)
        and (not pg_visible_in_snapshot(m.xid, ${heard}::pg_snapshot) or m.xid = last.xid)
        and pg_visible_in_snapshot(m.xid, now.snapshot)
        and m.seq > ${reading?.seq ?? '0'}::bigint and not m.is_test
        and (m.xid = last.xid and m.seq <= last.seq) is not true
        and may_hear(${workspace_id}, coalesce((select user_id from credentials where id = ${credential_id}), ${user_id}), ${credential_id}, m.device_id)
      order by m.seq limit ${limit}) found on true`.execute(db);
  const messages = result.rows.filter((row): row is { snapshot: string } & HeardMessage => row.id !== null);
  return { snapshot: result.rows[0]?.snapshot ?? heard, messages };
}

/** Of a message behind which none is missing: somebody has listened from before it until now. */
export async function selectPlaceOfMessage(
  db: Db,
  workspaceId: string,
  afterId: string,
): Promise<Place | undefined> {
  const result = await sql<Place>`
    select m.snapshot::text as heard, m.created_at::text as since from webhook_messages m
    where m.id = ${afterId} and m.workspace_id = ${workspaceId} and m.snapshot is not null and exists (
      select 1 from webhook_listeners l where l.workspace_id = m.workspace_id
        and l.created_at <= m.created_at and l.seen_at > app_now() - interval '5 minutes')`.execute(db);
  return result.rows[0];
}

/** Of a moment, in µs, from which on this very person has listened until now: a moment can be made up, a message's id can't. */
export async function selectPlaceOfMoment(
  db: Db,
  { workspace_id, user_id }: Listener,
  sinceUs: string,
): Promise<Place | undefined> {
  const result = await sql<Place>`
    with moment as (select timestamptz 'epoch' + ${sinceUs}::bigint * interval '1 microsecond' as since)
    select l.heard::text as heard, since::text as since
    from moment join webhook_listeners l on l.workspace_id = ${workspace_id} and l.user_id = ${user_id}
      and l.created_at <= since and l.seen_at > app_now() - interval '5 minutes' and l.heard is not null
    order by l.created_at desc limit 1`.execute(db);
  return result.rows[0];
}
