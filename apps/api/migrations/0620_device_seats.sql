-- Who acts on a phone by calls: one row for each device. The generation grows each time the seat changes hands. Every action
-- carries it, and the phone's agent refuses an older one, so that two holders never act at once.
create table device_seats (
  device_id uuid primary key references devices (id) on delete cascade,
  assignment_id uuid not null,
  generation bigint not null check (generation > 0),
  holder_kind text not null check (holder_kind in ('person', 'key', 'program')),
  -- A person, in whichever of their sessions, a key or a connected program. Without a reference: a key may end while it has the seat.
  holder_id uuid not null,
  since timestamptz not null,
  used_at timestamptz not null
);
