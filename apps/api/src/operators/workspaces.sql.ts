// Workspaces and what lets somebody in, for our team's console. Never a secret or its hash.
import type { WorkspaceAccess, WorkspaceRow } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';
import { withTotal } from './fleet.sql.ts';
import { type Limits, searchPattern } from './list-filter.sql.ts';

export type WorkspaceFilter = Limits & {
  id?: string | undefined;
  q?: string | undefined;
  kind?: 'personal' | 'team' | undefined;
};

const works = (kind: string) =>
  sql`c.workspace_id = p.id and c.kind = ${kind} and c.revoked_at is null and c.expires_at > app_now()`;

export async function selectWorkspaces(
  db: Db,
  filter: WorkspaceFilter,
): Promise<{ rows: WorkspaceRow[]; total: number }> {
  const pattern = searchPattern(filter.q);
  const result = await sql<WorkspaceRow & { total: number }>`
    with p as (
      select w.*, count(*) over () as total from workspaces w
      where (${filter.id ?? null}::uuid is null or w.id = ${filter.id ?? null})
        and (${filter.kind ?? null}::text is null
             or (w.personal_user_id is not null) = (${filter.kind ?? null} = 'personal'))
        and (${pattern}::text is null or (w.personal_user_id is null and w.name ilike ${pattern})
             or exists (select 1 from workspace_members m join users u on u.id = m.user_id
                        where m.workspace_id = w.id and concat_ws(' ', u.username, u.first_name, u.last_name, u.email) ilike ${pattern}))
      order by w.created_at desc, w.id offset ${filter.offset} limit ${filter.limit})
    select p.id, coalesce((select username from users where id = p.personal_user_id), p.name) as name,
           p.personal_user_id is not null as is_personal, p.deleted_at is not null as is_deleted, p.created_at, p.total,
           array(select u.username from workspace_members m join users u on u.id = m.user_id
                 where m.workspace_id = p.id and m.role = 'owner' order by m.joined_at) as owners,
           (select count(*)::int from workspace_members m where m.workspace_id = p.id) as member_count,
           (select count(*)::int from assignments a where a.workspace_id = p.id and a.state = 'active') as phone_count,
           (select count(*)::int from credentials c where ${works('key')} and c.rotated_to is null) as key_count,
           (select count(*)::int from credentials c where ${works('grant')} and c.parent_id is null) as program_count,
           (select count(*)::int from credentials c where ${works('link')}) as link_count
    from p order by p.created_at desc, p.id`.execute(db);
  return withTotal(result.rows);
}

/** Tags of the phones of a holder, or "all". */
const tagsOf = (hasAll: ReturnType<typeof sql>, isHolder: ReturnType<typeof sql>) =>
  sql`case when ${hasAll} then '"all"'::jsonb else (select coalesce(jsonb_agg(d.tag order by d.tag), '[]')
    from grants g join devices d on d.id = g.device_id where ${isHolder}) end`;

export async function selectMembers(db: Db, workspaceId: string): Promise<WorkspaceAccess['members']> {
  const phones = tagsOf(
    sql`m.has_all_phones`,
    sql`g.workspace_id = m.workspace_id and g.user_id = m.user_id`,
  );
  const result = await sql<WorkspaceAccess['members'][number]>`
    select u.id as user_id, u.username, u.email, m.role, ${phones} as phones, m.monthly_limit_cents, m.joined_at,
           m.last_used_at as last_active_at
    from workspace_members m join users u on u.id = m.user_id join roles r on r.name = m.role
    where m.workspace_id = ${workspaceId} order by r.rank desc, lower(u.username) limit 500`.execute(db);
  return result.rows;
}

type CredentialRow = WorkspaceAccess['keys'][number] &
  WorkspaceAccess['programs'][number] &
  WorkspaceAccess['links'][number] & { kind: 'key' | 'grant' | 'link' };

/** The keys, connected programs and links that work now. */
export async function selectCredentials(db: Db, workspaceId: string): Promise<CredentialRow[]> {
  const phones = tagsOf(sql`c.has_all_phones`, sql`g.credential_id = c.id`);
  const result = await sql<CredentialRow>`
    select c.id, c.kind, coalesce(c.name, '') as name, c.permissions, ${phones} as phones, u.username as made_by,
           c.created_at, c.expires_at as ends_at, coalesce(c.monthly_limit_cents, 0) as monthly_limit_cents,
           case when c.last_used_from is not null then c.last_used_at end as last_used_at,
           host(c.last_used_from) as last_used_from, coalesce(c.shown_suffix, '') as last_four,
           coalesce(c.networks, '{}')::text[] as networks, coalesce(c.client_id, '') as client_id,
           s.password_hash is not null as has_password, coalesce(s.max_guests, 0) as max_guests,
           (select coalesce(jsonb_agg(jsonb_build_object('name', g.name, 'joined_at', iso_text(g.created_at))
                                      order by g.created_at), '[]')
            from credentials g where g.parent_id = c.id and g.kind = 'guest' and g.revoked_at is null
              and g.expires_at > app_now() and g.last_used_at > app_now() - interval '10 minutes') as guests
    from credentials c join users u on u.id = c.user_id left join share_links s on s.credential_id = c.id
    where c.workspace_id = ${workspaceId} and c.kind in ('key', 'grant', 'link') and c.revoked_at is null
      and c.expires_at > app_now() and (c.kind <> 'grant' or c.parent_id is null)
    order by c.created_at desc, c.id limit 500`.execute(db);
  return result.rows;
}

export async function selectLimit(db: Db, workspaceId: string): Promise<number | null> {
  const result = await sql<{ monthly_limit_cents: number | null }>`
    select monthly_limit_cents from workspaces where id = ${workspaceId}`.execute(db);
  return result.rows[0]?.monthly_limit_cents ?? null;
}
