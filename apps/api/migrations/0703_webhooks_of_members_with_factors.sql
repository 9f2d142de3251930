-- As in 0640, and as `isAllowed` in access/policy.sql.ts: somebody who lacks the second factor that their team requires hears
-- nothing, and their keys don't either.
create or replace function may_hear(a_workspace uuid, a_user uuid, a_credential uuid, a_device uuid, of_any_phone boolean default false)
returns boolean
language sql stable as $$
  select exists (
    select 1 from workspace_members m
      join workspaces w on w.id = m.workspace_id and w.deleted_at is null
      join roles r on r.name = m.role and 'webhooks' = any(r.permissions)
      join users u on u.id = m.user_id and u.suspended_at is null
        and (u.has_second_factor or not w.requires_second_factor)
    where m.workspace_id = a_workspace and m.user_id = a_user
      and (of_any_phone or m.has_all_phones or exists (select 1 from grants g where g.workspace_id = a_workspace
             and g.user_id = a_user and g.device_id = a_device)))
  and (a_credential is null or exists (
    select 1 from credentials k
    where k.id = a_credential and k.revoked_at is null and k.expires_at > app_now()
      and (k.kind = 'session' or (k.workspace_id = a_workspace and 'webhooks' = any(k.permissions)
        and (of_any_phone or k.has_all_phones or exists (select 1 from grants g where g.credential_id = k.id
               and g.device_id = a_device))))))
$$;
