-- An extension is an order of its own for one phone. While it is unpaid, its hold is a row beside the
-- assignment that it lengthens; when paid, the hold goes and the assignment's end moves, in one transaction.
alter table orders add column extends_assignment_id uuid references assignments;
alter table orders add constraint orders_extension_is_one_phone
  check (extends_assignment_id is null or phone_count = 1);
create index orders_extends on orders (extends_assignment_id) where extends_assignment_id is not null;

alter table assignments add column extends_id uuid references assignments;
alter table assignments add constraint assignments_extension_is_a_hold
  check (extends_id is null or (state = 'held' and order_id is not null));

-- The turnover after the assignment's present end belongs to the assignment already: what an extension adds
-- begins after it.
create or replace function set_occupied() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  new.occupied := tstzrange(
    case when new.extends_id is null then new.starts_at else new.starts_at + new.turnover_buffer end,
    new.expires_at + new.turnover_buffer, '[)');
  return new;
end
$$;
