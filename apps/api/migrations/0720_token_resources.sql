-- What an access token of a connected program was issued for (RFC 8707): our API, or the endpoint for agents. Null: a key or a
-- session, which are for both, or a token from before, which is for the API and ends within the hour.
alter table credentials
  add column resource text check (resource in ('api', 'mcp'));
