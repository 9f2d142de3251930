-- A token that opens streams and shells only (spec-decisions 8). It is derived one-way from the access token,
-- so it is the same at every call and ends with it.
alter table access_tokens add column tunnel_token_hash bytea unique check (length(tunnel_token_hash) = 32);
