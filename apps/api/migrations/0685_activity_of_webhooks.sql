create function activity_of_webhook() returns trigger language plpgsql as $$
declare
  row_now webhook_endpoints := coalesce(new, old);
  -- A path may hold a secret of the receiver.
  facts jsonb := jsonb_build_object('id', row_now.id, 'host', left(substring(row_now.url from '^[a-z]+://([^/?#]+)'), 255));
begin
  if tg_op = 'INSERT' then
    perform record_activity(row_now.workspace_id, 'webhook.made', null, facts);
  elsif tg_op = 'DELETE' then
    perform record_activity(row_now.workspace_id, 'webhook.removed', null, facts);
  elsif new.disabled_at is not null and old.disabled_at is null then
    perform record_activity(row_now.workspace_id, 'webhook.switched_off', null,
      facts || jsonb_build_object('reason', new.disabled_reason));
  else
    perform record_activity(row_now.workspace_id, 'webhook.changed', null, facts);
  end if;
  return null;
end
$$;
create trigger webhooks_activity after insert or delete on webhook_endpoints for each row
  execute function activity_of_webhook();
create trigger webhooks_changed_activity after update on webhook_endpoints for each row
  when (new.url <> old.url or new.events <> old.events or new.secret <> old.secret
        or (new.disabled_at is null) <> (old.disabled_at is null))
  execute function activity_of_webhook();
