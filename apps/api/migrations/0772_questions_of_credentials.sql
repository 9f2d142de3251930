-- An answer has no reader when the key or the connection has ended that asked.
create function withdraw_questions_of_credential() returns trigger language plpgsql as $$
begin
  update questions set state = 'withdrawn' where credential_id = new.id and state = 'open';
  return null;
end
$$;
create trigger credentials_withdraw_questions after update of revoked_at on credentials for each row
  when (new.revoked_at is not null and old.revoked_at is null) execute function withdraw_questions_of_credential();
