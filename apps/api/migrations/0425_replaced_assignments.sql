-- The assignment whose phone was exchanged for this one's, so that the customer is told which phone took which one's place.
alter table assignments add column replaces_id uuid references assignments (id) on delete set null;
create unique index assignments_one_replacement on assignments (replaces_id) where replaces_id is not null;
