// The SQL of living relays: which there are, and where their viewers are sent.
import { type Db, sql } from '../platform/database.ts';

export type RelayRow = {
  relay_id: string;
  link_id: string;
  public_url: string;
  agents_url: string;
  is_draining: boolean;
};

/**
 * A newer link of a relay takes its row over. A relay that starts again takes the place of the one before it, which had the same
 * address and the same key, and so the same first digits in its id.
 */
export async function insertRelay(db: Db, nodeId: string, relay: RelayRow): Promise<void> {
  await sql`
    delete from relays
    where agents_url = ${relay.agents_url} and relay_id <> ${relay.relay_id}
      and left(relay_id::text, 13) = left(${relay.relay_id}::text, 13)`.execute(db);
  await sql`
    insert into relays (relay_id, link_id, node_id, public_url, agents_url, is_draining)
    values (${relay.relay_id}, ${relay.link_id}, ${nodeId}, ${relay.public_url}, ${relay.agents_url},
            ${relay.is_draining})
    on conflict (relay_id) do update set link_id = excluded.link_id, node_id = excluded.node_id,
      public_url = excluded.public_url, agents_url = excluded.agents_url, is_draining = excluded.is_draining,
      beat_at = clock_timestamp()`.execute(db);
}

/**
 * Renews the rows of this node's links; after a crash of the database it writes them again. A row that an older link has written
 * too late, and that nobody renews, is taken over.
 */
export async function renewRelays(db: Db, nodeId: string, relays: readonly RelayRow[]): Promise<void> {
  if (relays.length === 0) return;
  await sql`
    insert into relays (relay_id, link_id, node_id, public_url, agents_url, is_draining)
    select r.relay_id, r.link_id, ${nodeId}, r.public_url, r.agents_url, r.is_draining
    from jsonb_to_recordset(${JSON.stringify(relays)}::jsonb)
      as r (relay_id uuid, link_id uuid, public_url text, agents_url text, is_draining boolean)
    on conflict (relay_id) do update
      set link_id = excluded.link_id, node_id = excluded.node_id, public_url = excluded.public_url,
          agents_url = excluded.agents_url, is_draining = excluded.is_draining, beat_at = clock_timestamp()
      where relays.link_id = excluded.link_id or not node_is_alive(relays.beat_at)`.execute(db);
}

export async function deleteRelay(db: Db, linkId: string): Promise<void> {
  await sql`delete from relays where link_id = ${linkId}`.execute(db);
}

export async function deleteDeadRelays(db: Db): Promise<void> {
  await sql`delete from relays where beat_at < clock_timestamp() - interval '1 hour'`.execute(db);
}

export async function selectLivingRelays(db: Db): Promise<string[]> {
  const result = await sql<{ relay_id: string }>`
    select relay_id from relays where node_is_alive(beat_at)`.execute(db);
  return result.rows.map((row) => row.relay_id);
}

/**
 * The relay that viewers of this device are sent to: while the relays stay the same, the same for all of them, so that its
 * picture leaves the host once. `not_relay_id`: any but this one.
 */
export async function selectRelayFor(
  db: Db,
  device_id: string,
  not_relay_id: string | null = null,
): Promise<string | undefined> {
  const result = await sql<{ public_url: string }>`
    select public_url from relays
    where node_is_alive(beat_at) and not is_draining and relay_id is distinct from ${not_relay_id}::uuid
    order by hashtextextended(relay_id::text || ${device_id}, 0) limit 1`.execute(db);
  return result.rows[0]?.public_url;
}
