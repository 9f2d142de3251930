-- Tickets open websockets: single use, 60 seconds, kept as SHA-256, bound to everything that must still hold
-- when they are used (spec-decisions 24).
create table stream_tickets (
  id uuid primary key default gen_random_uuid(),
  ticket_hash bytea not null unique check (length(ticket_hash) = 32),
  user_id uuid not null references users on delete cascade,
  access_token_id uuid not null references access_tokens on delete cascade,
  device_id uuid not null references devices,
  assignment_id uuid not null references assignments,
  purpose text not null check (purpose in ('view', 'control', 'shell', 'files')),
  session_id uuid not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null check (expires_at > created_at)
);
create index stream_tickets_expiry on stream_tickets (expires_at);
