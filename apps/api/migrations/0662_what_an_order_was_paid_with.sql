-- For the mail that confirms the payment: "Visa ending in 4242". Empty where the provider's answer had no card, and by nodes of
-- an older version.
alter table order_confirmations add column paid_with text not null default '' check (length(paid_with) <= 60);
