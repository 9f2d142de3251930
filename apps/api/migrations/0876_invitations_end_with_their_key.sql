-- An invitation that a key has made ends with the key, like all that a key makes.
create function withdraw_invitations_of_key() returns trigger language plpgsql as $$
begin
  update invitations set withdrawn_at = app_now()
  where invited_with = new.id and accepted_at is null and withdrawn_at is null;
  return null;
end
$$;
create trigger credentials_withdraw_invitations after update of revoked_at on credentials for each row
  when (old.revoked_at is null and new.revoked_at is not null and new.kind = 'key')
  execute function withdraw_invitations_of_key();
