-- Every job has a key since the version that counts those that were given up; without one it is taken for a job that
-- was replaced while it ran, which graphile-worker marks by taking its key and its attempts (and it writes no error).
-- Jobs that were waiting then have none yet. Its own functions set a key only when a job is added.
update graphile_worker._private_jobs set key = gen_random_uuid()::text
where key is null and not (attempts >= max_attempts and last_error is null);
