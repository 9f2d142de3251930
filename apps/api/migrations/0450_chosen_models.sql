-- Which models a customer has chosen (decision 094). On an order: how many phones of which model, sorted by model, the
-- rest any. On an assignment: the model that its phone must be; null for any.
create function are_models_in_order(models jsonb, phone_count integer) returns boolean language sql immutable as $$
  select jsonb_typeof(models) = 'array' and jsonb_array_length(models) <= 20
    and not exists (
      select 1 from jsonb_array_elements(models) as e(model)
      where jsonb_typeof(model -> 'model') is distinct from 'string'
        or length(model ->> 'model') not between 1 and 100
        or coalesce((model ->> 'count')::integer, 0) < 1)
    and (select count(*) = count(distinct model ->> 'model') and coalesce(sum((model ->> 'count')::integer), 0) <= phone_count
         from jsonb_array_elements(models) as e(model))
$$;
alter table orders
  add column models jsonb not null default '[]',
  add constraint orders_models_in_order check (models = '[]' or are_models_in_order(models, phone_count)) not valid;

alter table assignments
  add column chosen_model text,
  add constraint assignments_chosen_model_length check (length(chosen_model) between 1 and 100) not valid;

-- Neither a hold, a swap nor a start may give a customer a phone of a model that they didn't choose.
create function refuse_other_model() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from devices where id = new.device_id and model = new.chosen_model) then
    raise exception 'assignment % needs a phone of the model %', new.id, new.chosen_model using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger assignments_of_chosen_model before insert or update of device_id, chosen_model on assignments
  for each row when (new.chosen_model is not null and new.state <> 'ended') execute function refuse_other_model();
