-- A recording may end because its rental goes on with another phone, or because its starter may not record the phone any more.
alter table recordings drop constraint recordings_reason_check,
  add constraint recordings_reason_check check (reason in ('stopped', 'use_ended', 'rental_ended', 'phone_replaced', 'disk_full',
    'quota_full', 'too_long', 'failed', 'phone_moved', 'access_ended'));
