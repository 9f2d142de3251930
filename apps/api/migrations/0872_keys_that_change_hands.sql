-- A member may take over a key of another one, and then acts through it in their place. What the key made belongs to the
-- same member as the key.
create function pass_to_taker() returns trigger language plpgsql as $$
begin
  update webhook_endpoints set user_id = new.user_id where credential_id = new.id;
  update webhook_listeners set user_id = new.user_id where credential_id = new.id;
  update webhook_tickets set user_id = new.user_id where credential_id = new.id;
  return null;
end
$$;
create trigger credentials_pass_to_taker after update of user_id on credentials for each row
  when (new.kind = 'key' and new.user_id is distinct from old.user_id) execute function pass_to_taker();
