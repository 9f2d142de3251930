-- One job at a time sends to an endpoint: it claims the endpoint in place of a queue of graphile-worker, whose jobs wait for a
-- poll if they come between the last look of the job before and the release of the queue (decision 244).
alter table webhook_endpoints
  -- A job sends to it until then; the limit is for a job whose node has died.
  add column busy_until timestamptz,
  -- Its last attempt took longer than ten seconds. It is not called before this time.
  add column rests_until timestamptz;

-- The lane for an endpoint is that of its last attempt.
create function webhook_task(is_slow boolean, rests_until timestamptz) returns text language sql immutable as $$
  select case when rests_until is not null then 'deliver_webhook_hanging'
    when is_slow then 'deliver_webhook_slowly' else 'deliver_webhook' end
$$;

-- As in 0640, without a queue. `is_failing` keeps its meaning for the version before, which runs until an upgrade has ended: that
-- one sends to an endpoint that fails, however fast, only from the second lane. In the first it enqueues the delivery again.
create or replace function enqueue_webhook(a_delivery uuid, an_endpoint uuid, is_failing boolean, delay interval) returns void
language sql as $$
  select graphile_worker.add_job(
    webhook_task(e.is_slow or is_failing, e.rests_until),
    payload := json_build_object('delivery_id', a_delivery),
    run_at := clock_timestamp() + delay,
    max_attempts := 12,
    job_key := 'webhook:' || a_delivery)
  from webhook_endpoints e where e.id = an_endpoint
$$;
