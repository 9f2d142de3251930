-- An operator's work on a rented phone is added to the activity of its workspace, in the transaction of the audit entry.
create function activity_of_operator() returns trigger language plpgsql as $$
declare
  told_kind text := case new.act when 'reboot_phone' then 'phone.restarted' when 'quarantine_phone' then 'phone.quarantined'
    when 'clean_phone' then 'phone.cleaned' when 'release_phone' then 'phone.released' end;
begin
  if new.act = 'read_activity' then
    -- Its pages are one reading.
    if exists (select 1 from activity where workspace_id = new.subject_id::uuid and kind = 'activity.read' and ends_id is null
                 and who_id = new.operator_id and at > app_now() - interval '10 minutes') then
      return null;
    end if;
    perform record_activity(new.subject_id::uuid, 'activity.read', null);
  elsif told_kind is not null then
    perform record_activity(a.workspace_id, told_kind, a.device_id)
    from assignments a where a.device_id = new.subject_id::uuid and a.state = 'active';
  end if;
  return null;
end
$$;
create trigger operator_audit_activity after insert on operator_audit for each row
  when (new.outcome = 'done' and new.act in ('reboot_phone', 'quarantine_phone', 'clean_phone', 'release_phone', 'read_activity'))
  execute function activity_of_operator();
