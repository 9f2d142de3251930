-- As in migration 0922. What names the new phone for a later rental of it, and not the old phone, must not count for this rental
-- either: it would give members of the old phone a secret, or record them. A secret for the new phone alone stays as it is,
-- because there is no secret without a phone.
create or replace function pass_grants(a_workspace uuid, from_device uuid, to_device uuid) returns void language plpgsql as $$
begin
  delete from grants where workspace_id = a_workspace and device_id = to_device;
  update grants set device_id = to_device where workspace_id = a_workspace and device_id = from_device;
  perform grant_current_rental(a_workspace, from_device);
  update typed_secrets set phones = array_replace(array_remove(phones, to_device), from_device, to_device)
  where workspace_id = a_workspace
    and (from_device = any (phones) or (to_device = any (phones) and cardinality(array_remove(phones, to_device)) > 0));
  update recording_settings set phones = array_replace(array_remove(phones, to_device), from_device, to_device)
  where workspace_id = a_workspace and phones && array[from_device, to_device];
end
$$;
