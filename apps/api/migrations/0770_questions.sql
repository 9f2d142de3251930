-- Questions that programs ask people (decision 171). A question is open until somebody answers, its time is over, or it has no
-- more sense: then it never changes again.
create table questions (
  id uuid primary key default gen_random_uuid(),
  seq bigint not null generated always as identity unique,
  workspace_id uuid not null references workspaces on delete cascade,
  device_id uuid not null references devices on delete cascade,
  assignment_id uuid not null references assignments on delete cascade,
  -- The key or the connection that asked.
  credential_id uuid not null references credentials on delete cascade,
  asker_kind text not null check (asker_kind in ('key', 'program')),
  asker_name text not null check (length(asker_name) between 1 and 100),
  question text not null check (length(question) between 1 and 1000),
  choices text[] not null check (cardinality(choices) <= 6 and length(array_to_string(choices, '')) <= 480
                                 and array_position(choices, null) is null),
  -- Null: there is no answer when the time is over.
  default_answer text check (length(default_answer) between 1 and 300),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null check (expires_at > created_at and expires_at <= created_at + interval '25 hours'),
  state text not null default 'open' check (state in ('open', 'answered', 'expired', 'withdrawn')),
  closed_at timestamptz,
  answer_choice text check (length(answer_choice) <= 80),
  answer_text text check (length(answer_text) between 1 and 2000),
  answered_by_kind text check (answered_by_kind in ('person', 'key', 'program')),
  answered_by_name text check (length(answered_by_name) <= 100),
  check ((state = 'open') = (closed_at is null)),
  check ((state = 'answered') = (answered_by_kind is not null and answered_by_name is not null)),
  check ((state = 'answered') = (answer_choice is not null or answer_text is not null)),
  check (answer_choice is null or answer_choice = any(choices))
);
create index questions_of_workspace on questions (workspace_id, seq desc);
create index questions_open on questions (expires_at) where state = 'open';
create index questions_open_of_workspace on questions (workspace_id) where state = 'open';
create index questions_open_of_credential on questions (credential_id) where state = 'open';
create index questions_open_of_assignment on questions (assignment_id) where state = 'open';
create index questions_closed on questions (closed_at) where state <> 'open';

-- A program that asks without end would bury what matters.
create function limit_open_questions() returns trigger language plpgsql as $$
begin
  -- One after the other, so that two at once can't both be the last.
  perform 1 from workspaces where id = new.workspace_id for no key update;
  -- By family: a key makes others, and is rotated.
  if (select count(*) from questions q join credentials k on k.id = q.credential_id
      where q.workspace_id = new.workspace_id and q.state = 'open' and coalesce(k.family_id, k.id) =
        (select coalesce(family_id, id) from credentials where id = new.credential_id)) >= 5 then
    raise exception 'a program has too many open questions' using errcode = 'check_violation', constraint = 'questions_open_of_program';
  end if;
  if (select count(*) from questions where workspace_id = new.workspace_id and state = 'open') >= 100 then
    raise exception 'a workspace has too many open questions' using errcode = 'check_violation', constraint = 'questions_open_of_workspace';
  end if;
  return new;
end
$$;
create trigger questions_limit before insert on questions for each row execute function limit_open_questions();

create function guard_question() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'a question that is % stays so', old.state using errcode = 'restrict_violation';
  end if;
  if (new.id, new.workspace_id, new.device_id, new.assignment_id, new.credential_id, new.asker_kind, new.asker_name,
      new.question, new.choices, new.default_answer, new.created_at, new.expires_at)
     is distinct from
     (old.id, old.workspace_id, old.device_id, old.assignment_id, old.credential_id, old.asker_kind, old.asker_name,
      old.question, old.choices, old.default_answer, old.created_at, old.expires_at) then
    raise exception 'what was asked doesn''t change' using errcode = 'restrict_violation';
  end if;
  if new.state = 'expired' and old.expires_at > app_now() then
    raise exception 'the time of this question isn''t over' using errcode = 'restrict_violation';
  end if;
  if new.state = 'answered' and old.expires_at <= app_now() then
    raise exception 'the time of this question is over' using errcode = 'restrict_violation';
  end if;
  new.closed_at := case when new.state = 'open' then null else app_now() end;
  return new;
end
$$;
create trigger questions_guard before update on questions for each row execute function guard_question();

-- Told to open pages and waiting programs, to webhooks and in the activity, whatever closes it.
create function tell_question() returns trigger language plpgsql as $$
begin
  perform pg_notify('pocketfleet', json_build_object('topic', 'questions_changed',
    'payload', json_build_object('workspace_id', new.workspace_id, 'question_id', new.id))::text);
  perform record_activity(new.workspace_id, 'question.' || case new.state when 'open' then 'asked' else new.state end,
    new.device_id, jsonb_build_object('asker', new.asker_name));
  if tg_op = 'INSERT' then
    perform announce(new.workspace_id, new.device_id, 'human.asked', jsonb_build_object('question_id', new.id,
      'phone', phone_of(new.device_id),
      'asker', jsonb_build_object('kind', new.asker_kind, 'id', new.credential_id, 'name', new.asker_name),
      'question', new.question, 'choices', to_jsonb(new.choices), 'default', new.default_answer,
      'asked_at', iso_text(new.created_at), 'expires_at', iso_text(new.expires_at)));
  end if;
  return null;
end
$$;
create trigger questions_asked after insert on questions for each row execute function tell_question();
create trigger questions_closed after update of state on questions for each row
  when (new.state <> old.state) execute function tell_question();
