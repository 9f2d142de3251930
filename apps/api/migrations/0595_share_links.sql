-- A share link is a credential that lets nobody in: people who join by it get a credential of the kind `guest`, whose parent
-- is the link. So what ends a member's or a key's credentials also ends their links, and a link ends its guests.
alter table credentials drop constraint credentials_kind_check;
alter table credentials add constraint credentials_kind_check
  check (kind in ('session', 'key', 'grant', 'link', 'guest')) not valid;
alter table credentials add constraint credentials_guest_has_a_link check (
  kind <> 'guest' or (name is not null and parent_id is not null and user_id is not null)) not valid;

create table share_links (
  credential_id uuid primary key references credentials on delete cascade,
  -- Null: everybody who has the address may join.
  password_hash text,
  -- Guests at a time.
  max_guests integer not null check (max_guests between 1 and 50)
);

-- Links and their guests end with the membership of the person who made them, as keys do.
create function end_links_of_member() returns trigger language plpgsql as $$
begin
  update credentials set revoked_at = app_now()
  where workspace_id = old.workspace_id and user_id = old.user_id and kind in ('link', 'guest') and revoked_at is null;
  return null;
end
$$;
create trigger workspace_members_end_links after delete on workspace_members
  for each row execute function end_links_of_member();
