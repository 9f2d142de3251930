-- Nodes have used the table `nodes` in place of these two since 0350_nodes.sql. A version that still uses them never runs
-- beside this one: docs/operate/deploy.md has all its nodes stopped before the first newer one starts.
drop table stream_nodes, job_pools;
