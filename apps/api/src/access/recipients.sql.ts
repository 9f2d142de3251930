// The recipients of the mails about a purchase.
import { type Db, sql } from '../platform/database.ts';

type Buyer = { user_id: string; workspace_id: string };
export type Recipient = { buyer_id: string; workspace_id: string; email: string; first_name: string };

export async function selectRecipients(db: Db, buyers: readonly Buyer[]): Promise<Recipient[]> {
  const result = await sql<Recipient>`
    select b.user_id as buyer_id, b.workspace_id, u.email, u.first_name
    from (select distinct user_id, workspace_id
          from unnest(${sql.val(buyers.map((each) => each.user_id))}::uuid[],
                      ${sql.val(buyers.map((each) => each.workspace_id))}::uuid[]) as given(user_id, workspace_id)) b
    join workspaces w on w.id = b.workspace_id
    cross join lateral (
      select w.deleted_at is not null or exists (
        select 1 from workspace_members m where m.workspace_id = b.workspace_id and m.user_id = b.user_id) as is_member) buyer
    cross join lateral (
      select b.user_id as id where buyer.is_member
      union all
      select o.user_id from workspace_members o
      where o.workspace_id = b.workspace_id and o.role = 'owner' and not buyer.is_member) recipient
    join users u on u.id = recipient.id
    order by u.id`.execute(db);
  return result.rows;
}
