-- Messages of the public contact form, and whose messages come first. A message that looks like a robot's is
-- kept too, marked, because a person's must never be lost; nobody is mailed about it.
create table contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 2 and 100),
  email text not null check (length(email) between 3 and 255),
  message text not null check (length(message) between 10 and 1000),
  is_priority boolean not null,
  is_suspect boolean not null,
  created_at timestamptz not null default app_now(),
  answered_at timestamptz
);
-- The team's list: open ones first, among them priority customers first, then the oldest.
create index contact_messages_open on contact_messages (is_suspect, is_priority desc, created_at)
  where answered_at is null;

-- Customers of the monthly plan, until their rental ends (spec-decisions, "What kind of product this is").
create table contact_priorities (
  email text primary key check (email = lower(email) and length(email) between 3 and 255),
  until timestamptz not null
);
