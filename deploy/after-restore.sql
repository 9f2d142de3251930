-- Once after a restore, before any node runs: what a backup can't know.
begin;
-- Who used a phone since the backup is not known. None counts as clean until it was cleaned again.
update cleanings set state = 'failed', finished_at = app_now(), detail = 'the database was restored'
where state = 'open' and purpose <> 'prepare';
update devices d set state = 'cleaning', proven_by = null
where d.state = 'ready'
  and not exists (select 1 from assignments a where a.device_id = d.id and a.state = 'active');
-- Nodes, links and open sockets of then are gone.
update hosts set link_id = null, link_node_id = null, link_beat_at = null;
delete from stream_sockets;
delete from nodes;
delete from host_messages;
select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
from graphile_worker.jobs where locked_by is not null having count(*) > 0;
-- What the payment provider has moved since is read before anybody is served. A backup from before that was noted has no
-- such table: the last 30 days are read then.
do $$
begin
  if to_regclass('restores') is not null then
    insert into restores default values on conflict do nothing;
  end if;
end
$$;
commit;
