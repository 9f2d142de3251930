-- A program that was cut off from a phone gets no more answers about it.
create function withdraw_questions_of_cut_off() returns trigger language plpgsql as $$
begin
  update questions set state = 'withdrawn'
  where assignment_id = new.assignment_id and credential_id = new.principal_id and state = 'open';
  return null;
end
$$;
create trigger cut_offs_withdraw_questions after insert or update on cut_offs for each row
  execute function withdraw_questions_of_cut_off();
