-- What a customer calls a phone that he rents. It is his alone: the phone's next tenant sees nothing of it, and it is
-- there again when he rents the same phone later.
create table customer_labels (
  user_id uuid not null references users on delete cascade,
  device_id uuid not null references devices on delete cascade,
  label text not null check (length(label) between 1 and 60 and label !~ '[[:cntrl:]]'),
  primary key (user_id, device_id)
);
