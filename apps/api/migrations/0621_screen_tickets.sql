-- Tickets for live screens. The table holds tickets of the last minute only, so the check is made anew at once.
alter table stream_tickets drop constraint stream_tickets_purpose_check;
alter table stream_tickets add constraint stream_tickets_purpose_check
  check (purpose in ('view', 'control', 'shell', 'files', 'adb', 'screen'));
