-- A phone moves to another host only when our team says so, or when its old host was revoked or the phone retired: what
-- makes a phone the same one can be read by each of its tenants, so a host that reports it proves nothing.

-- Hosts that report a phone which belongs to another host, with their newest report: it is applied when the phone moves.
create table device_claims (
  device_id uuid not null references devices on delete cascade,
  host_id uuid not null references hosts on delete cascade,
  report jsonb not null,
  since timestamptz not null default app_now(),
  -- When the host stopped reporting it; null while it does. Kept, so that a host that reports it again and again is
  -- noted once.
  gone_at timestamptz,
  -- Set in the transaction that moves the phone.
  allowed_at timestamptz,
  primary key (device_id, host_id)
);
create index device_claims_host on device_claims (host_id);
create index device_claims_open on device_claims (device_id) where gone_at is null;

create function judge_device_move() returns trigger language plpgsql as $$
begin
  if new.host_id = old.host_id then
    return new;
  end if;
  if old.state <> 'retired'
     and not exists (select 1 from hosts h where h.id = old.host_id and h.revoked_at is not null)
     and not exists (select 1 from device_claims c
                     where c.device_id = new.id and c.host_id = new.host_id and c.allowed_at is not null) then
    raise exception 'nobody allowed device % to move to host %', new.id, new.host_id
      using errcode = 'restrict_violation', constraint = 'devices_move_by_word';
  end if;
  delete from device_claims where device_id = new.id and host_id = new.host_id;
  -- Nothing that the old host was asked counts any more. A tenant whose phone is being prepared still waits for it.
  update cleanings set state = 'failed', finished_at = app_now(), detail = 'the phone was moved to another host'
  where device_id = new.id and state = 'open' and purpose <> 'prepare';
  update cleanings set command_id = null, sent_at = null, next_at = app_now()
  where device_id = new.id and state = 'open';
  -- A tenant who is on it keeps it; it is cleaned after him as always. Otherwise it is proven anew, by its new host.
  if not exists (select 1 from assignments a where a.device_id = new.id and a.state = 'active') then
    new.proven_by := null;
    new.tenant_user := null;
    if new.state = 'ready' then
      new.state := 'cleaning';
    end if;
  end if;
  return new;
end
$$;
create trigger devices_move before update of host_id on devices
  for each row execute function judge_device_move();

-- Numbers of new phones. A tag that a host hints never moves them: the highest tag says nothing about the next one.
create sequence device_numbers;
select setval('device_numbers', coalesce(max(substring(tag from '^PF-([0-9]{1,5})$')::int), 0) + 1, false) from devices;
