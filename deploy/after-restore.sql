-- Runs once after a restore, before any node starts: corrects what a backup can’t know. The backup may be of any earlier version,
-- and the first node migrates it only later, so the script first checks that each table exists.
begin;
do $$
begin
  -- It is unknown who has used a phone since the backup, so none counts as clean until it was cleaned again.
  if to_regclass('cleanings') is not null then
    update cleanings set state = 'failed', finished_at = app_now(), detail = 'the database was restored'
    where state = 'open' and purpose <> 'prepare';
    update devices d set state = 'cleaning', proven_by = null
    where d.state = 'ready'
      and not exists (select 1 from assignments a where a.device_id = d.id and a.state = 'active');
  end if;
  -- The nodes, links and open sockets of the backup are gone.
  if to_regclass('hosts') is not null then
    update hosts set link_node_id = null, link_beat_at = null;
  end if;
  if to_regclass('stream_sockets') is not null then
    delete from stream_sockets;
  end if;
  if to_regclass('nodes') is not null then
    update hosts set link_id = null;
    delete from nodes;
    delete from host_messages;
  end if;
  -- Before it serves anybody, the first node reads the payment provider's movements since the backup. An older backup
  -- has no such table: the migration that adds it makes the node read the last 30 days.
  if to_regclass('restores') is not null then
    insert into restores default values on conflict do nothing;
  end if;
  -- Another cluster counts its transactions anew, so nobody can say what these listeners have heard: they begin again.
  if to_regclass('webhook_listeners') is not null then
    delete from webhook_listeners;
  end if;
  if exists (select 1 from pg_attribute
             where attrelid = to_regclass('webhook_messages') and attname = 'snapshot' and not attisdropped) then
    update webhook_messages set xid = null, snapshot = null where xid is not null or snapshot is not null;
  end if;
end
$$;
select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
from graphile_worker.jobs where locked_by is not null having count(*) > 0;
commit;
