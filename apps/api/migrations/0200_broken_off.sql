-- How often an attempt was broken off before anything was looked at: by a host, a cable or a program.
alter table cleanings add column broken_off integer not null default 0 check (broken_off >= 0);
