-- The seat of the live picture and that of calls are this one row. Guests sit before the picture too, and a seat may be empty:
-- its generation stays, so that what its last holder still sends is refused as soon as somebody else comes.
alter table device_seats alter column holder_kind drop not null;
alter table device_seats alter column holder_id drop not null;
alter table device_seats drop constraint device_seats_holder_kind_check;
alter table device_seats add constraint device_seats_holder_kind_check
  check (holder_kind in ('person', 'key', 'program', 'guest')) not valid;
alter table device_seats add constraint device_seats_holder_whole
  check ((holder_kind is null) = (holder_id is null)) not valid;
