-- The grants, the secrets and the settings of recording of a rental that has moved from one phone to another. What is named for a
-- later rental of the new phone must not count for this one, and ends; a secret that would be for no phone stays as it is.
create or replace function pass_grants(a_workspace uuid, from_device uuid, to_device uuid) returns void language plpgsql as $$
begin
  delete from grants where workspace_id = a_workspace and device_id = to_device;
  update grants set device_id = to_device where workspace_id = a_workspace and device_id = from_device;
  perform grant_current_rental(a_workspace, from_device);
  update typed_secrets set phones = array_replace(array_remove(phones, to_device), from_device, to_device)
  where workspace_id = a_workspace and from_device = any (phones);
  update recording_settings set phones = array_replace(array_remove(phones, to_device), from_device, to_device)
  where workspace_id = a_workspace and from_device = any (phones);
end
$$;
