-- A browser that has signed in is known by a cookie of its own, kept as SHA-256: strangers in the same network can't
-- use up its tries. It goes with the row of the session that it came with.
alter table access_tokens add column device_hash bytea check (length(device_hash) = 32);
alter table operator_sessions add column device_hash bytea check (length(device_hash) = 32);

-- Customers are counted by the /56 of IPv6, which is what a provider gives to one house, no longer by the /64.
update access_tokens set subnet =
    substring(subnet from '^(.*):[0-9a-f]{1,4}::/64$') || ':' ||
    to_hex(('x' || lpad(substring(subnet from ':([0-9a-f]{1,4})::/64$'), 4, '0'))::bit(16)::int & 65280) || '::/56'
  where subnet ~ ':[0-9a-f]{1,4}::/64$';
