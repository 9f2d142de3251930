-- When a key or a connected program last called a tool for agents: of other uses, "Connect an agent" must not say that it works.
alter table credentials add column last_agent_call_at timestamptz;
