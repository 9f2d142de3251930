-- A payment is settled by the product. Its row names who bought: a person, or the key that paid.
create function buyer_of(o orders) returns jsonb language plpgsql stable as $$
declare
  who jsonb := activity_actor();
begin
  if who->>'kind' <> 'system' then return who; end if;
  select jsonb_build_object('kind', case c.kind when 'grant' then 'program' else 'key' end, 'id', c.id, 'name', c.name,
    'user_id', c.user_id) into who
  from credentials c where c.family_id = o.spent_by and c.kind in ('key', 'grant') and c.name is not null
  order by c.created_at desc limit 1;
  if who is not null then return who; end if;
  select jsonb_build_object('kind', 'person', 'id', u.id, 'name', u.username, 'user_id', u.id) into who
  from users u where u.id = coalesce(o.payer_id, o.user_id);
  return coalesce(who, activity_actor());
end
$$;

create function activity_of_order() returns trigger language plpgsql as $$
declare
  facts jsonb := jsonb_build_object('number', new.number, 'amount', new.amount, 'currency', new.currency,
    'phone_count', new.phone_count);
begin
  if new.state = 'paid' then
    perform write_activity(new.workspace_id, 'order.paid', null, facts || jsonb_build_object('is_extension',
      new.extends_assignment_id is not null or exists (select 1 from order_extensions where order_id = new.id)), buyer_of(new));
  elsif new.state = 'requested' then
    perform record_activity(new.workspace_id, 'order.requested', null, facts - 'amount' - 'currency');
  elsif new.state = 'quoted' and old.state = 'requested' then
    perform record_activity(new.workspace_id, 'order.quoted', null, facts);
  elsif new.state = 'cancelled' then
    perform record_activity(new.workspace_id, 'order.cancelled', null, facts);
  end if;
  return null;
end
$$;
create trigger orders_activity after update of state on orders for each row
  when (new.state <> old.state) execute function activity_of_order();
create trigger orders_requested_activity after insert on orders for each row
  when (new.state = 'requested') execute function activity_of_order();
