-- Statement by statement, without a transaction.
drop index concurrently if exists webhook_messages_unheard;
create index concurrently webhook_messages_unheard on webhook_messages (workspace_id, xid);
