-- What people think of the answers that they were given: one rating an answer, gone with it.

create table segment_feedback (
  segment_id uuid primary key references conversation_segment on delete cascade,
  rating text not null check (rating in ('Good', 'Bad')),
  reason text check (reason in ('Incorrect', 'Incomplete', 'MissingSource', 'OffTopic', 'HardToRead', 'Other')),
  text text not null default '' check (length(text) <= 2000),
  may_be_used_for_tests boolean not null default false,
  at timestamptz not null default now(),
  check (reason is null or rating = 'Bad')
);
