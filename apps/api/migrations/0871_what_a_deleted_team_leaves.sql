-- A deleted team keeps its orders, receipts and activity. Its secrets, webhooks and recordings go with it: nobody can reach
-- them any more, to use or to erase them. The pieces of recordings are outside of the database; the job of old recordings
-- deletes those of rows that are marked as erased.
create function erase_deleted_workspace(a_workspace uuid) returns void language plpgsql as $$
begin
  delete from typed_secrets where workspace_id = a_workspace;
  delete from webhook_endpoints where workspace_id = a_workspace;
  delete from webhook_messages where workspace_id = a_workspace;
  delete from recording_settings where workspace_id = a_workspace;
  update recordings set erased_at = app_now() where workspace_id = a_workspace and erased_at is null;
end
$$;

create function workspaces_erase() returns trigger language plpgsql as $$
begin
  perform erase_deleted_workspace(new.id);
  return null;
end
$$;
create trigger workspaces_erase after update of deleted_at on workspaces for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function workspaces_erase();

select erase_deleted_workspace(id) from workspaces where deleted_at is not null;
