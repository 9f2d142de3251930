// The SQL of keys that change hands.
import type { AccessPermission } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';

export type Taker = {
  user_id: string;
  workspace_id: string;
  permissions: readonly AccessPermission[];
  phones: 'all' | readonly string[];
  /** The most that they may spend in a month. Null: no limit. */
  most_cents: number | null;
};

/**
 * The key `id`, the key that it replaced, and the links that they made, with their guests. Keys that they made are not among
 * them: their maker may know those too, and they would outlive the membership unseen.
 */
const familyOf = (id: string) => sql`family as (
  select id from credentials where id = ${id}
  union
  select c.id from family join credentials c on (c.parent_id = family.id and c.kind <> 'key' or c.rotated_to = family.id)
    and c.revoked_at is null and c.expires_at > app_now())`;

/** Ends what would be left without a permission. Returns whose that was. */
export async function updateNothingLeft(tx: Db, keyId: string, taker: Taker): Promise<string[]> {
  const result = await sql<{ id: string }>`
    with recursive ${familyOf(keyId)}
    update credentials set revoked_at = app_now()
    where id in (select id from family) and not permissions::text[] && ${sql.val(taker.permissions)}::text[]
    returning id`.execute(tx);
  return result.rows.map(({ id }) => id);
}

/** All of the family is the taker's from now on, and has no more than the taker. */
export async function updateTaken(tx: Db, keyId: string, taker: Taker): Promise<void> {
  await sql`
    with recursive ${familyOf(keyId)}
    update credentials set user_id = ${taker.user_id},
      parent_id = case when id = ${keyId} then null else parent_id end,
      permissions = array(select each from unnest(permissions::text[]) with ordinality as p (each, n)
                          where each = any(${sql.val(taker.permissions)}::text[]) order by n),
      monthly_limit_cents = case when monthly_limit_cents is not null
        then least(monthly_limit_cents, ${taker.most_cents}::integer) end
    where id in (select id from family)`.execute(tx);
  if (taker.phones === 'all') return;
  const phones = sql.val(taker.phones);
  await sql`
    with recursive ${familyOf(keyId)}
    insert into grants (workspace_id, credential_id, device_id)
    select ${taker.workspace_id}, c.id, unnest(${phones}::uuid[])
    from family join credentials c using (id) where c.kind = 'key' and c.has_all_phones`.execute(tx);
  await sql`
    with recursive ${familyOf(keyId)}
    update credentials set has_all_phones = false
    where id in (select id from family) and kind = 'key' and has_all_phones`.execute(tx);
  await sql`
    with recursive ${familyOf(keyId)}
    delete from grants where credential_id in (select id from family) and device_id <> all(${phones}::uuid[])`.execute(
    tx,
  );
}
