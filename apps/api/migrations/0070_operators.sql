-- Our team's side (decision 020): roles as rows, sessions, second factor, the log of what was done, alarms.
create table operator_roles (
  role text primary key check (role ~ '^[a-z_]{1,32}$'),
  title text not null check (length(title) between 1 and 100)
);
create table operator_role_permissions (
  role text not null references operator_roles on delete cascade,
  permission text not null check (length(permission) <= 64),
  primary key (role, permission)
);
insert into operator_roles values
  ('support', 'Support: phones, requests, messages'),
  ('admin', 'Admin: everything, money and colleagues too');
insert into operator_role_permissions
  select 'support', unnest(array['fleet_view', 'fleet_assign', 'fleet_maintain', 'orders_view',
                                 'requests_answer', 'messages_answer', 'customers_view']);
insert into operator_role_permissions
  select 'admin', unnest(array['fleet_view', 'fleet_assign', 'fleet_maintain', 'hosts_manage', 'orders_view',
                               'orders_refund', 'payments_record', 'requests_answer', 'messages_answer',
                               'customers_view', 'customers_restrict', 'operators_manage', 'audit_view']);

-- Whoever was an operator before there were roles could do everything.
alter table operators
  add column role text not null default 'admin' references operator_roles,
  -- Counts once a code of it was confirmed.
  add column totp_pending_secret bytea,
  -- The last 30-second step whose code was used: each code counts once.
  add column totp_last_step bigint not null default 0;
alter table operators alter column role drop default;

create table operator_recovery_codes (
  operator_id uuid not null references operators on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (operator_id, code_hash)
);

create table operator_sessions (
  id uuid primary key default gen_random_uuid(),
  operator_id uuid not null references operators on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- The second factor was given, or none is asked for (the demo).
  is_complete boolean not null,
  created_at timestamptz not null default app_now(),
  last_used_at timestamptz not null default app_now(),
  expires_at timestamptz not null check (expires_at > created_at),
  revoked_at timestamptz
);
create index operator_sessions_operator on operator_sessions (operator_id);

-- Who did what, when, to what, why; refused acts too. Rows are added, never changed.
create table operator_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default app_now(),
  operator_id uuid,
  -- As they were then: accounts and roles change.
  operator text not null check (length(operator) <= 200),
  role text not null check (length(role) <= 32),
  act text not null check (length(act) <= 100),
  subject text not null check (length(subject) <= 32),
  subject_id text check (length(subject_id) <= 64),
  reason text not null check (length(reason) <= 500),
  outcome text not null check (outcome in ('done', 'refused', 'failed')),
  refusal text check (length(refusal) <= 1000),
  details jsonb not null default '{}' check (length(details::text) <= 16000),
  address text not null check (length(address) <= 64)
);
create index operator_audit_operator on operator_audit (operator, id desc);
create index operator_audit_subject on operator_audit (subject, subject_id, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only added to' using errcode = 'restrict_violation';
end
$$;
create trigger operator_audit_is_append_only before update or delete or truncate on operator_audit
  for each statement execute function refuse_audit_change();

-- One row for each time that something is wrong; open while `ended_at` is null, and then only once.
create table alarms (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('host_gone', 'phone_offline', 'cleaning_failed', 'battery_hot', 'host_lied')),
  host_id uuid references hosts,
  device_id uuid references devices,
  detail text not null default '' check (length(detail) <= 500),
  began_at timestamptz not null default app_now(),
  ended_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by uuid references operators,
  check (host_id is not null or device_id is not null)
);
create unique index alarms_open on alarms (kind, coalesce(device_id, host_id)) where ended_at is null;
create index alarms_began on alarms (began_at desc);
create index alarms_open_device on alarms (device_id) where ended_at is null;
create index alarms_open_host on alarms (host_id) where ended_at is null;

-- What our team calls a phone; customers see its tag.
alter table devices add column label text not null default '' check (length(label) <= 100);

alter table hosts
  add column key_since timestamptz not null default app_now(),
  -- A new key was asked for; null once the host has sent it.
  add column rotation_asked_at timestamptz;
alter table enrolment_codes add column issued_by uuid references operators;

-- Restricted: uses what he has, rents nothing more. Suspended: can't sign in.
alter table users
  add column restricted_at timestamptz,
  add column standing_reason text not null default '' check (length(standing_reason) <= 500);
create index users_created on users (created_at desc);

alter table contact_messages add column answered_by uuid references operators;
create index contact_messages_answered on contact_messages (answered_at desc) where answered_at is not null;

-- The tenant of a phone and the next one, for the fleet's list; and the calendar's past.
create index assignments_device_open on assignments (device_id, starts_at) where state in ('scheduled', 'active');
create index assignments_device on assignments (device_id, starts_at desc);
create index orders_created on orders (created_at desc);
create index payments_created on payments (created_at desc);

-- `link_beat_at` is forgotten when a link ends; when the host was last there is not.
alter table hosts add column last_seen_at timestamptz;
create function note_last_seen() returns trigger language plpgsql as $$
begin
  new.last_seen_at := case when tg_op = 'INSERT' then new.link_beat_at
    else coalesce(new.link_beat_at, old.link_beat_at, old.last_seen_at) end;
  return new;
end
$$;
create trigger hosts_last_seen before insert or update of link_beat_at on hosts
  for each row execute function note_last_seen();

-- An instant inside JSON as it is everywhere else on the wire.
create function to_utc(instant timestamptz) returns text language sql stable as $$
  select to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
