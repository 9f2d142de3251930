-- The mail queue. A mail's content is forgotten once it is sent or given up: links in it are secrets.
create table mails (
  id uuid primary key default gen_random_uuid(),
  recipient text not null check (length(recipient) between 3 and 255),
  template text not null check (length(template) <= 64),
  subject text not null check (length(subject) <= 200),
  html text,
  text text,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text check (length(last_error) <= 500),
  created_at timestamptz not null default app_now(),
  done_at timestamptz,
  check ((state = 'queued') = (done_at is null)),
  check (state <> 'queued' or (html is not null and text is not null))
);
create index mails_created on mails (created_at);
