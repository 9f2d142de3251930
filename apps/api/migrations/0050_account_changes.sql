-- A new e-mail address counts once its link is opened; sessions can be listed with when they were last used.
alter table mailed_links drop constraint mailed_links_purpose_check;
alter table mailed_links add constraint mailed_links_purpose_check
  check (purpose in ('verify_email', 'reset_password', 'change_email'));
-- At most a few minutes old: written seldom, so that a call stays one read.
alter table access_tokens add column last_used_at timestamptz not null default app_now();
