-- Recordings of phones: what is stored where is in decision 174. The pieces themselves are outside of the database, encrypted.
create table recordings (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id),
  device_id uuid not null references devices (id),
  -- As it was called then.
  device_tag text not null,
  assignment_id uuid not null references assignments (id),
  -- This host records the phone and numbers the chunks. A phone that moves to another host gets another recording.
  host_id uuid not null references hosts (id),
  name text not null check (length(name) between 1 and 100),
  -- Who asked, or whose use of the phone began it by a setting.
  who_kind text not null check (who_kind in ('person', 'key', 'program', 'system')),
  who_id uuid,
  who_name text not null,
  user_id uuid,
  cause text not null check (cause in ('asked', 'phone', 'key', 'team')),
  state text not null default 'recording' check (state in ('recording', 'uploading', 'ready', 'ended')),
  reason text check (reason in ('stopped', 'use_ended', 'rental_ended', 'disk_full', 'quota_full', 'too_long', 'failed',
    'phone_moved')),
  -- In whole milliseconds, as pages of the list name it.
  started_at timestamptz not null default date_trunc('milliseconds', app_now()),
  ended_at timestamptz,
  -- When its host sent something last.
  heard_at timestamptz not null default app_now(),
  -- When its host was told to record it last.
  told_at timestamptz not null default app_now(),
  -- Of the chunks that have arrived, kept by the statement that stores them.
  duration_ms integer not null default 0,
  bytes bigint not null default 0,
  gaps integer not null default 0,
  next_chunk integer not null default 0,
  -- Sealed with OPERATOR_SECRETS_KEY.
  key bytea not null,
  upload_hash bytea not null unique,
  -- Nobody sees it any more, and its pieces are being deleted.
  erased_at timestamptz,
  check ((state = 'recording') = (ended_at is null)),
  check ((state = 'recording') = (reason is null))
);
create unique index recordings_one_at_a_time on recordings (device_id) where state = 'recording';
create index recordings_of_workspace on recordings (workspace_id, started_at desc, id desc);
create index recordings_unfinished on recordings (state) where state in ('recording', 'uploading');
create index recordings_of_device on recordings (device_id, ended_at);
create index recordings_assignment on recordings (assignment_id);

create table recording_chunks (
  recording_id uuid not null references recordings (id) on delete cascade,
  number integer not null check (number >= 0),
  from_ms integer not null check (from_ms >= 0),
  to_ms integer not null check (to_ms >= from_ms),
  bytes integer not null check (bytes > 0),
  has_key boolean not null,
  gaps integer not null check (gaps >= 0),
  primary key (recording_id, number)
);

create table recording_settings (
  workspace_id uuid primary key references workspaces (id),
  records_all boolean not null default false,
  phones uuid[] not null default '{}',
  keys uuid[] not null default '{}',
  keep_days integer not null default 30 check (keep_days between 1 and 365),
  max_bytes bigint not null default 10000000000 check (max_bytes >= 0),
  changed_at timestamptz not null default app_now()
);

-- The phones that are recorded now: everybody who sees their picture is told.
create table recorded_phones (
  device_id uuid primary key references devices (id),
  assignment_id uuid not null,
  recording_id uuid not null,
  by_name text not null
);
