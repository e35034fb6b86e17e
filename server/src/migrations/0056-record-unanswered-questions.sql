-- Questions that were answered only by saying that nothing was found.
alter table conversation_segment add column is_unanswered boolean not null default false;
-- How many of them visitors of a public page asked on a day.
alter table public_endpoint_day add column unanswered bigint not null default 0;
