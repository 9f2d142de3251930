-- The hash of the cookie of the browser that registered the account. The mailed verification link signs in this browser only;
-- the hash is deleted as soon as the address is verified.
alter table users add column registration_browser_hash bytea check (length(registration_browser_hash) = 32);
