-- A question has no more sense when the rental ends, or goes on with another phone.
create function withdraw_questions_of_rental() returns trigger language plpgsql as $$
begin
  update questions set state = 'withdrawn' where assignment_id = new.id and state = 'open';
  return null;
end
$$;
create trigger assignments_withdraw_questions after update on assignments for each row
  when ((new.state = 'ended' and old.state <> 'ended') or new.device_id <> old.device_id)
  execute function withdraw_questions_of_rental();
