-- A secret that names a key was not given to the member who takes the key over: it stays with the others whom it names, or
-- with the member whose key it was.
create or replace function pass_to_taker() returns trigger language plpgsql as $$
begin
  update webhook_endpoints set user_id = new.user_id where credential_id = new.id;
  update webhook_listeners set user_id = new.user_id where credential_id = new.id;
  update webhook_tickets set user_id = new.user_id where credential_id = new.id;
  with recursive same as (
    select new.id as id
    union
    select c.id from same join credentials c on c.rotated_to = same.id
  ), named as (
    select s.id, array(select each from unnest(s.principals) as each where each not in (select same.id from same)) as others
    from typed_secrets s
    where s.workspace_id = new.workspace_id and s.principals && array(select same.id from same)
      and s.made_by is distinct from new.user_id and not new.user_id = any (s.principals)
  )
  update typed_secrets s
  set principals = case when named.others = '{}' then array[old.user_id] else named.others end
  from named where s.id = named.id;
  return null;
end
$$;
