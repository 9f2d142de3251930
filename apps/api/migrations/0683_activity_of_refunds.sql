create function activity_of_refund() returns trigger language plpgsql as $$
begin
  perform record_activity(o.workspace_id, 'order.refunded', null,
    jsonb_build_object('number', o.number, 'amount', new.amount, 'currency', o.currency))
  from payments p join orders o on o.id = p.order_id where p.id = new.payment_id;
  return null;
end
$$;
create trigger refunds_activity after update of state on refunds for each row
  when (new.state = 'succeeded' and old.state <> 'succeeded') execute function activity_of_refund();
create trigger refunds_found_activity after insert on refunds for each row
  when (new.state = 'succeeded') execute function activity_of_refund();
