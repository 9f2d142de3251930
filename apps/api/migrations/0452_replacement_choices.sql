-- A phone of a chosen model has failed and no other of that model is free: its customer chooses another model, or the
-- refund of the rest (decision 095). Open until it is closed with an outcome; a closed one never changes.
create table replacement_choices (
  id uuid primary key default gen_random_uuid(),
  assignment_id uuid not null references assignments on delete cascade,
  -- The model that was chosen when the phone failed.
  model text not null check (length(model) between 1 and 100),
  opened_at timestamptz not null default app_now(),
  -- Without a choice until then, the rest is refunded.
  decide_by timestamptz not null check (decide_by >= opened_at),
  closed_at timestamptz,
  -- `same_model`: a phone of the model became free. `phone_back`: the phone itself can be used again. `by_team`: our team
  -- gave another phone. `ended`: the rental ended for another reason.
  outcome text check (outcome in ('other_model', 'refund', 'timed_out', 'same_model', 'phone_back', 'by_team', 'ended')),
  check ((closed_at is null) = (outcome is null))
);
create unique index replacement_choices_one_open on replacement_choices (assignment_id) where closed_at is null;
create index replacement_choices_assignment on replacement_choices (assignment_id);

create function keep_closed_choices() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null then
    raise exception 'replacement choice % is closed and does not change', old.id using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger replacement_choices_closed before update on replacement_choices
  for each row execute function keep_closed_choices();

-- An ended rental has no open choice.
create function close_choices_of_ended() returns trigger language plpgsql as $$
begin
  update replacement_choices set closed_at = app_now(), outcome = 'ended'
  where assignment_id = new.id and closed_at is null;
  return null;
end
$$;
create trigger assignments_close_choices after update of state on assignments
  for each row when (new.state = 'ended' and old.state <> 'ended' and new.chosen_model is not null)
  execute function close_choices_of_ended();
