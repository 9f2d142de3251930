-- What is told to webhooks, in the transaction that makes it true. `announce` does nothing where nobody listens.
create function phone_of(a_device uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('id', d.id, 'tag', d.tag, 'model', d.model) from devices d where d.id = a_device
$$;
create function rental_of(a assignments) returns jsonb language sql stable as $$
  select jsonb_build_object('assignment_id', a.id, 'phone', phone_of(a.device_id), 'order_id', a.order_id,
    'starts_at', iso_text(a.starts_at), 'ends_at', iso_text(a.expires_at))
$$;

create function announce_rental() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform announce(new.workspace_id, new.device_id, 'phone.replaced', rental_of(new) ||
      jsonb_build_object('replaces_assignment_id', new.replaces_id, 'replaced_phone',
        (select phone_of(o.device_id) from assignments o where o.id = new.replaces_id)));
  elsif new.state = 'ended' and old.state in ('active', 'scheduled') then
    perform announce(new.workspace_id, new.device_id, 'rental.ended', rental_of(new) ||
      jsonb_build_object('ended_at', iso_text(new.ended_at), 'reason', new.end_reason));
  elsif new.device_id <> old.device_id then
    perform announce(new.workspace_id, new.device_id, 'phone.replaced', rental_of(new) ||
      jsonb_build_object('replaces_assignment_id', new.id, 'replaced_phone', phone_of(old.device_id)));
  elsif new.prepared_at is not null and old.prepared_at is null and new.replaces_id is null then
    perform announce(new.workspace_id, new.device_id, 'rental.started', rental_of(new));
  end if;
  return null;
end
$$;
-- Triggers fire in the order of their names: a rental's end is told before the grants of its phone end with it, and another
-- phone after the grants have passed to it.
create trigger assignments_announce after update on assignments for each row
  when (new.state is distinct from old.state or new.prepared_at is distinct from old.prepared_at)
  execute function announce_rental();
create trigger assignments_moved_announce after update of device_id on assignments for each row
  when (new.device_id <> old.device_id and new.state <> 'ended') execute function announce_rental();
create trigger assignments_pass_grants_announce after insert on assignments for each row
  when (new.replaces_id is not null) execute function announce_rental();

create function order_of(o orders) returns jsonb language sql stable as $$
  select jsonb_build_object('order_id', o.id, 'number', o.number, 'phone_count', o.phone_count, 'amount', o.amount,
    'currency', o.currency, 'start_date', iso_text(o.start_date), 'end_date', iso_text(o.end_date))
$$;
create function announce_order() returns trigger language plpgsql as $$
begin
  perform announce(new.workspace_id, null, 'order.paid', order_of(new));
  return null;
end
$$;
create trigger orders_announce after update of state on orders for each row
  when (new.state = 'paid' and old.state <> 'paid') execute function announce_order();

create function announce_quote() returns trigger language plpgsql as $$
begin
  perform announce(o.workspace_id, null, 'request.quoted', order_of(o) ||
    jsonb_build_object('amount', new.amount, 'valid_until', iso_text(new.valid_until)))
  from orders o where o.id = new.order_id;
  return null;
end
$$;
create trigger order_quotes_announce after insert on order_quotes for each row execute function announce_quote();

create function announce_refund() returns trigger language plpgsql as $$
begin
  perform announce(o.workspace_id, null, 'order.refunded', jsonb_build_object('order_id', o.id, 'number', o.number,
    'refund_id', new.id, 'amount', new.amount, 'currency', o.currency))
  from payments p join orders o on o.id = p.order_id where p.id = new.payment_id;
  return null;
end
$$;
create trigger refunds_announce after update of state on refunds for each row
  when (new.state = 'succeeded' and old.state <> 'succeeded') execute function announce_refund();
create trigger refunds_announce_found after insert on refunds for each row
  when (new.state = 'succeeded') execute function announce_refund();

create function announce_cleaning() returns trigger language plpgsql as $$
begin
  perform announce(a.workspace_id, new.device_id, 'cleaning.proved', jsonb_build_object('assignment_id', a.id,
    'phone', phone_of(new.device_id), 'proved_at', iso_text(new.finished_at)))
  from (select * from assignments where device_id = new.device_id and state = 'ended' and ended_at <= new.created_at
        order by ended_at desc limit 1) a;
  return null;
end
$$;
create trigger cleanings_announce after update of state on cleanings for each row
  when (new.state = 'proven' and old.state <> 'proven' and new.purpose = 'clean' and new.reason = 'assignment ended')
  execute function announce_cleaning();

create function announce_key_end() returns trigger language plpgsql as $$
begin
  perform announce(new.workspace_id, null, 'key.expiring', jsonb_build_object('key_id', new.id, 'name', new.name,
    'last_four', new.shown_suffix, 'expires_at', iso_text(new.expires_at)));
  return null;
end
$$;
create trigger credentials_announce after update of told_at on credentials for each row
  when (new.kind = 'key' and new.told_at is not null and new.told_at is distinct from old.told_at)
  execute function announce_key_end();

-- What a key made passes to the key that takes its place.
create function pass_webhooks() returns trigger language plpgsql as $$
begin
  update webhook_endpoints set credential_id = new.rotated_to where credential_id = new.id;
  return null;
end
$$;
create trigger credentials_pass_webhooks after update of rotated_to on credentials for each row
  when (new.kind = 'key' and new.rotated_to is not null and old.rotated_to is null) execute function pass_webhooks();
