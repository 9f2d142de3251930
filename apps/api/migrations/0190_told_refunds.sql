-- A refund's state as customers and our team are told of it: one that isn't sent while a bank decides about its payment
-- is not on its way, and one that a bank was faster than has not failed.
create function told_refund_state(refund refunds) returns text language sql stable as $$
  select case
    when refund.closed_by is not null then 'closed'
    when refund.state = 'requested' and refund.provider_id is null and exists (
      select 1 from disputes d
      where d.payment_id = refund.payment_id and d.state = 'open' and not d.is_refundable) then 'waiting'
    else refund.state end
$$;
