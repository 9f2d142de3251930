-- Somebody who was removed from a team orders nothing in it any more: an order that is placed at the same moment waits for the
-- lock of the team's row, and is then refused.
create or replace function refuse_deleted_workspace() returns trigger language plpgsql as $$
begin
  perform 1 from workspaces where id = new.workspace_id and deleted_at is null for key share;
  if not found then
    raise exception 'workspace % was deleted', new.workspace_id
      using errcode = 'restrict_violation', constraint = 'orders_in_an_open_workspace';
  end if;
  perform 1 from workspace_members where workspace_id = new.workspace_id and user_id = new.user_id for key share;
  if not found then
    raise exception 'user % is no member of workspace %', new.user_id, new.workspace_id
      using errcode = 'restrict_violation', constraint = 'orders_of_members';
  end if;
  return new;
end
$$;
