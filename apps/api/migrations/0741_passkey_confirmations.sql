-- What a passkey has to sign to confirm a change of second factors: one for each session, for five minutes, used once. It is
-- not a row of sign_in_challenges, because it must never open a session.
create table passkey_confirmations (
  credential_id uuid primary key references credentials on delete cascade,
  passkey_challenge text not null check (length(passkey_challenge) between 16 and 128),
  expires_at timestamptz not null
);
