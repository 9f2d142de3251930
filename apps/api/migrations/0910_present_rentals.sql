-- Since when the workspace has its present rental of this phone: the running one, else the next, as for grants (0740). Who has
-- named phones sees the activity of that rental alone. Null: the workspace has no rental of it. In milliseconds, as activity.
create function present_rental_since(a_workspace uuid, a_device uuid) returns timestamptz language sql stable as $$
  select date_trunc('milliseconds', starts_at) from assignments
  where device_id = a_device and workspace_id = a_workspace and state in ('scheduled', 'active')
  order by starts_at, id limit 1
$$;
