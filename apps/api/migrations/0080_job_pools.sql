-- Which node a job is locked by, so that the jobs of a node that was killed are not locked for hours.
create table job_pools (
  pool_id text primary key,
  node_name text not null check (length(node_name) <= 63)
);
