-- A device has one tenant at a time, whatever the jobs that start and end assignments do (invariant B8).
create unique index assignments_one_active_per_device on assignments (device_id) where state = 'active';
