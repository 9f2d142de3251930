alter table grants validate constraint grants_have_one_holder;
alter table workspace_members validate constraint owners_have_all_phones;
