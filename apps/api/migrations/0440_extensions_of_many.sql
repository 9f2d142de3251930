-- One order may extend several rentals, with one payment (decision 092). Each rental is a row here with its own end and its
-- own share of the price. An order that extends one rental keeps naming it in `orders.extends_assignment_id`.
alter table orders add column extends_many boolean not null default false;

create table order_extensions (
  order_id uuid not null references orders,
  assignment_id uuid not null references assignments,
  -- The phone's name when it was ordered, for the receipt: another phone may take its place later.
  tag text not null check (length(tag) between 1 and 64),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  amount integer not null check (amount > 0),
  -- This rental was not extended or no longer is: its share is refunded.
  lost_at timestamptz,
  primary key (order_id, assignment_id)
);
create index order_extensions_assignment on order_extensions (assignment_id);

-- Every rental that an order extends, whichever way the order names it.
create view extended_rentals as
  select id as order_id, extends_assignment_id as assignment_id, start_date as starts_at, end_date as ends_at, amount,
         false as is_part
  from orders where extends_assignment_id is not null
  union all
  select order_id, assignment_id, starts_at, ends_at, amount, true from order_extensions where lost_at is null;

-- A node of an older version doesn't know such orders and would give them phones of their own: the database refuses.
create function refuse_phones_of_extensions() returns trigger language plpgsql as $$
begin
  if exists (select 1 from orders where id = new.order_id and extends_many) then
    raise exception 'order % extends rentals and gets no phones of its own', new.order_id
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger assignments_of_extensions before insert on assignments
  for each row when (new.order_id is not null and new.extends_id is null)
  execute function refuse_phones_of_extensions();
