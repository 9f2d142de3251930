-- A team may want a second factor of all its members.
alter table workspaces add column requires_second_factor boolean not null default false;
alter table workspaces add constraint workspaces_only_teams_require_a_factor
  check (personal_user_id is null or not requires_second_factor) not valid;
