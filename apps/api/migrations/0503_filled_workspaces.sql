-- Statement by statement, without a transaction.
call fill_workspaces();
alter table orders validate constraint orders_in_a_workspace;
alter table orders validate constraint orders_workspace_known;
alter table assignments validate constraint assignments_in_a_workspace;
alter table assignments validate constraint assignments_workspace_known;
alter table customer_labels validate constraint customer_labels_in_a_workspace;
alter table customer_labels validate constraint customer_labels_workspace_known;
drop index concurrently if exists orders_of_workspace;
create index concurrently orders_of_workspace on orders (workspace_id, created_at desc);
drop index concurrently if exists assignments_of_workspace;
create index concurrently assignments_of_workspace on assignments (workspace_id, starts_at desc);
drop index concurrently if exists customer_labels_of_workspace;
create unique index concurrently customer_labels_of_workspace on customer_labels (workspace_id, device_id);
