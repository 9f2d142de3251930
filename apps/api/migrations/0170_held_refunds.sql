-- While a bank decides about a payment, its provider refuses refunds of it: they wait. What the bank then takes for
-- good is not sent a second time: such a refund is closed by the dispute, as one that failed and needs nobody.
alter table disputes add column is_refundable boolean not null default false;
alter table refunds
  add column closed_by text references disputes,
  add constraint refunds_closed_were_not_sent
    check (closed_by is null or (state = 'failed' and provider_id is null));

-- Cents of a payment that neither we nor a bank gave back; nothing of one that brought no money.
create function payment_left(payment uuid) returns integer language sql stable as $$
  select case when p.status = 'succeeded' and not p.is_mismatched then greatest(0, p.amount
      - coalesce((select sum(r.amount) from refunds r where r.payment_id = p.id and r.state <> 'failed'), 0)
      - coalesce((select sum(d.amount) from disputes d where d.payment_id = p.id and d.state = 'lost'), 0))
    else 0 end::integer
  from payments p where p.id = payment
$$;
