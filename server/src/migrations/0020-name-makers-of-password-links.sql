-- Whoever made a link that sets a password: it works while they may do all that its account may. Null: made by the
-- start, for the first administrator.

alter table directory_password_link add column made_by uuid references app_user on delete cascade;
