-- A phone that another host reports (0300) is an alarm. After 0330, which names the kinds anew.
alter table alarms drop constraint alarms_kind_check;
alter table alarms add constraint alarms_kind_check check (kind in ('host_gone', 'phone_offline', 'phone_claimed',
  'cleaning_failed', 'battery_hot', 'host_lied', 'provider_silent', 'webhook_stuck', 'webhook_set_aside',
  'order_undelivered', 'audit_broken', 'audit_unchecked', 'disputed', 'dispute_lost', 'refunded_elsewhere'));
