-- Who is on which device at a time, and what is free between bookings, are asked with every selection.
create index assignments_occupied on assignments using gist (occupied)
  where state in ('held', 'scheduled', 'active');

-- In place of `assignments_device_open`: the bookings of each device in their order, read from the index alone.
drop index assignments_device_open;
create index assignments_bookings on assignments (device_id, starts_at)
  include (occupied, hold_expires_at) where state in ('held', 'scheduled', 'active');
