-- A slow receiver holds a worker for as long as a failing one, even if it accepts each delivery. So both have the same workers.
alter table webhook_endpoints add column is_slow boolean not null default false;
