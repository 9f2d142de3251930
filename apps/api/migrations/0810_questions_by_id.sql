-- The activity names the question, so that its beginning and its end are found together, as recordings show them. Beyond that the
-- function is the one of migration 0770.
create or replace function tell_question() returns trigger language plpgsql as $$
begin
  perform pg_notify('pocketfleet', json_build_object('topic', 'questions_changed',
    'payload', json_build_object('workspace_id', new.workspace_id, 'question_id', new.id))::text);
  perform record_activity(new.workspace_id, 'question.' || case new.state when 'open' then 'asked' else new.state end,
    new.device_id, jsonb_build_object('asker', new.asker_name, 'question_id', new.id));
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
