-- Cleaning between tenants (decision 016, spec-decisions 32). What the database itself refuses: a device that is
-- ready without a proof, a proof that is older than the device's last tenant, and a tenant on a device that
-- isn't ready.

-- What a device was like when it joined, and is brought back to.
create table device_baselines (
  device_id uuid primary key references devices,
  baseline jsonb not null,
  taken_at timestamptz not null default app_now()
);

-- One piece of work on a device between tenants, with its attempts and its evidence: `join` takes the baseline,
-- `clean` comes after a tenant, `prepare` makes the next one's Android user.
create table cleanings (
  id uuid primary key default gen_random_uuid(),
  device_id uuid not null references devices,
  purpose text not null check (purpose in ('join', 'clean', 'prepare')),
  -- Whose user `prepare` makes. Cleaning knows no assignments: only the id is passed on.
  assignment_id uuid,
  reason text not null check (length(reason) between 1 and 100),
  state text not null default 'open' check (state in ('open', 'proven', 'failed')),
  attempts integer not null default 0 check (attempts between 0 and 10),
  -- The command under way; its answer is taken once.
  command_id uuid unique,
  -- When the command was first sent; null while the device is away or it is not yet time.
  sent_at timestamptz,
  next_at timestamptz not null default app_now(),
  detail text not null default '' check (length(detail) <= 2000),
  evidence jsonb,
  created_at timestamptz not null default app_now(),
  finished_at timestamptz,
  check ((state = 'open') = (finished_at is null)),
  check ((purpose = 'prepare') <= (assignment_id is not null))
);
create unique index cleanings_one_open on cleanings (device_id) where state = 'open';
create index cleanings_due on cleanings (next_at) where state = 'open';
create index cleanings_device on cleanings (device_id, created_at desc);

alter table assignments
  -- When the phone was opened to its tenant. Before it nothing of it can be used.
  add column prepared_at timestamptz;

alter table devices
  -- The cleaning that proved it clean; null as soon as somebody may have left something on it.
  add column proven_by uuid references cleanings,
  -- The Android user of the tenant that it is open to.
  add column tenant_user integer check (tenant_user >= 0),
  -- Why it is set aside, for operators.
  add column quarantine_reason text not null default '' check (length(quarantine_reason) <= 2000);

-- Devices from before this were never proven, and what those that were rented looked like new is not known.
-- Tenants keep theirs until the end.
update assignments set prepared_at = starts_at where state = 'active';
update devices d set tenant_user = 0
where exists (select 1 from assignments a where a.device_id = d.id and a.state = 'active');
update devices d set state = 'quarantined', quarantine_reason = 'rented before phones were cleaned: reset it, then release it'
where state in ('ready', 'cleaning')
  and exists (select 1 from assignments a where a.device_id = d.id and a.state in ('active', 'ended'));
update devices set state = 'cleaning' where state = 'ready';

alter table devices
  alter column state set default 'cleaning',
  add constraint devices_ready_is_proven check (state <> 'ready' or proven_by is not null);

create function refuse_unfit_proof() returns trigger language plpgsql as $$
begin
  if new.proven_by is null or new.proven_by is not distinct from old.proven_by then
    return new;
  end if;
  if not exists (
    select 1 from cleanings c
    where c.id = new.proven_by and c.device_id = new.id and c.state = 'proven' and c.purpose in ('join', 'clean')
      and not exists (
        select 1 from assignments a
        where a.device_id = new.id and a.prepared_at is not null
          and (a.state = 'active' or a.ended_at > c.created_at))
  ) then
    raise exception 'device % is not proven clean by cleaning %', new.id, new.proven_by
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger devices_proof before update of proven_by on devices
  for each row execute function refuse_unfit_proof();

-- A tenant comes only onto a device that is ready.
create function refuse_unclean_device() returns trigger language plpgsql as $$
begin
  if new.state = 'active' and (tg_op = 'INSERT' or old.state <> 'active')
     and not exists (select 1 from devices d where d.id = new.device_id and d.state = 'ready' for share) then
    raise exception 'device % is not ready for a tenant', new.device_id
      using errcode = 'restrict_violation', constraint = 'assignments_on_ready_devices';
  end if;
  return new;
end
$$;
create trigger assignments_on_ready_devices before insert or update of state on assignments
  for each row execute function refuse_unclean_device();

-- The tenant is gone: whatever was proven before him no longer counts, whoever ended it.
create function forget_proof() returns trigger language plpgsql as $$
begin
  if old.state = 'active' and new.state = 'ended' then
    update devices set proven_by = null, tenant_user = null, state = case when state = 'ready' then 'cleaning' else state end
    where id = new.device_id;
  end if;
  return null;
end
$$;
create trigger assignments_forget_proof after update of state on assignments
  for each row execute function forget_proof();

-- Nothing is cleaned away under a tenant.
create function refuse_cleaning_in_use() returns trigger language plpgsql as $$
begin
  if new.state = 'cleaning' and old.state <> 'cleaning'
     and exists (select 1 from assignments a where a.device_id = new.id and a.state = 'active') then
    raise exception 'device % has a tenant', new.id
      using errcode = 'restrict_violation', constraint = 'devices_not_cleaned_in_use';
  end if;
  return new;
end
$$;
create trigger devices_not_cleaned_in_use before update of state on devices
  for each row execute function refuse_cleaning_in_use();

-- Small pictures of devices without a tenant, for operators.
create table device_pictures (
  device_id uuid primary key references devices on delete cascade,
  png bytea not null check (length(png) <= 500000),
  taken_at timestamptz not null default app_now()
);
