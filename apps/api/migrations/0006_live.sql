-- Single-use tickets for /ws/events: 60 seconds, stored hashed, bound to the access token that asked.
create table events_tickets (
  ticket_hash bytea primary key check (length(ticket_hash) = 32),
  access_token_id uuid not null references access_tokens on delete cascade,
  expires_at timestamptz not null
);
create index events_tickets_expiry on events_tickets (expires_at);
