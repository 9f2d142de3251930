-- Secrets of a workspace that are typed on its phones by name: passwords, mostly. Nobody reads them again.
create table typed_secrets (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null check (length(name) between 1 and 60),
  -- Sealed for its id, with keys that are not in the database, and padded, so that its length tells nothing.
  value bytea not null check (length(value) between 97 and 5000),
  apps text[] not null check (cardinality(apps) between 1 and 20),
  -- Not only into password fields of those apps.
  is_for_any_field boolean not null,
  -- Null: all phones of the workspace.
  phones uuid[] check (cardinality(phones) between 1 and 1000),
  -- Ids of users, and of keys' and programs' credentials. Null: all that have the permission.
  principals uuid[] check (cardinality(principals) between 1 and 100),
  made_by uuid references users on delete set null,
  created_at timestamptz not null default app_now(),
  last_used_at timestamptz,
  unique (workspace_id, name)
);
