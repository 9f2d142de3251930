-- A phone that never opened to its tenant was not delivered. One that took an exchanged phone's place may not have
-- opened yet in a rental that has run: that rental was delivered in part.
alter table assignments add column opened_before boolean not null default false;
update assignments a set opened_before = true
where exists (select 1 from assignments b
              where b.order_id = a.order_id and b.user_id = a.user_id and b.end_reason = 'replaced'
                and b.prepared_at is not null and b.ended_at <= a.starts_at + interval '1 second'
                and b.starts_at < a.starts_at);
