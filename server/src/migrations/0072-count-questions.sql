-- What analytics counts: every question that has ended, its text never. It stays when the conversation is deleted.

-- Stands for a person or a visitor in what analytics counts. An erased one gets a new one, so that nothing leads back.
alter table app_user add column asker_id uuid not null default gen_random_uuid();
alter table public_session add column asker_id uuid not null default gen_random_uuid();

create table asked_question (
  segment_id uuid primary key,
  asked_at timestamptz not null,
  -- Zeros for a personal agent.
  gpt_system_id uuid not null,
  channel text not null check (channel in ('Web', 'PublicChats', 'Tests')),
  asker_id uuid not null,
  begins_conversation boolean not null,
  status text not null check (status in ('Completed', 'Aborted', 'Interrupted', 'Failed')),
  is_unanswered boolean not null,
  error_code text,
  first_text_ms int check (first_text_ms >= 0),
  total_ms int check (total_ms >= 0),
  cited_files uuid[] not null,
  rating text check (rating in ('Good', 'Bad')),
  reason text,
  -- Whether the sums of its day include it.
  added_up boolean not null default false,
  -- Whether it was compared with other unanswered questions.
  compared boolean not null default false
);
create index asked_question_time on asked_question (asked_at);
create index asked_question_to_add_up on asked_question (asked_at) where not added_up;
create index asked_question_to_compare on asked_question (asked_at) where is_unanswered and not compared;
create index asked_question_failed on asked_question (asked_at) where error_code is not null;
create index asked_question_rated on asked_question (asked_at)
  include (gpt_system_id, channel, asker_id, rating, reason) where rating is not null;

-- The questions before this table existed are added in the background, the newest first. Those before this one may be
-- missing.
create table older_questions (before_id uuid not null);
insert into older_questions select 'ffffffff-ffff-ffff-ffff-ffffffffffff' where exists (select from conversation_segment);

-- The sums of past days (UTC), by agent, and without an agent for all together.
create table question_day (
  day date not null,
  gpt_system_id uuid,
  channel text not null,
  questions int not null,
  askers int not null,
  -- Those of them who got an answer.
  answered int not null,
  conversations int not null,
  completed int not null,
  unanswered int not null,
  unique nulls not distinct (gpt_system_id, day, channel)
);
create index question_day_time on question_day (day);

-- How many answers took how long: the number of answers by `time_step`. Without tests.
create table answer_time_day (
  day date not null,
  gpt_system_id uuid,
  first_text jsonb not null,
  total jsonb not null,
  unique nulls not distinct (gpt_system_id, day)
);
create index answer_time_day_time on answer_time_day (day);

-- The questions of each hour. Without tests.
create table question_hour (
  day date not null,
  gpt_system_id uuid,
  hour int not null check (hour between 0 and 23),
  questions int not null,
  -- Five of them at most: enough to know whether five people asked in this hour on several days.
  askers uuid[] not null,
  unique nulls not distinct (gpt_system_id, day, hour)
);
create index question_hour_time on question_hour (day);

-- Who asked in a month. A day is a bit of `days`, the first day the lowest.
create table asker_month (
  month date not null,
  gpt_system_id uuid,
  channel text not null,
  asker_id uuid not null,
  days int not null,
  unique nulls not distinct (gpt_system_id, month, channel, asker_id)
);
create index asker_month_time on asker_month (month);

-- The last day on which someone asked an agent: enough for periods that last until today, and few rows for long ones.
create table last_asked (
  gpt_system_id uuid not null,
  channel text not null,
  asker_id uuid not null,
  day date not null,
  primary key (gpt_system_id, channel, asker_id)
);
create index last_asked_time on last_asked (day);

create table cited_file_day (
  day date not null,
  gpt_system_id uuid not null,
  file_id uuid not null,
  citations int not null,
  last_cited_at timestamptz not null,
  -- Five of them at most, as above.
  askers uuid[] not null,
  primary key (gpt_system_id, day, file_id)
);
create index cited_file_day_time on cited_file_day (day);

-- The number of the step that a time is in. Each step is 10 % longer than the one before.
create function time_step(milliseconds int) returns int language sql immutable parallel safe return
  greatest(0, least(120, ceil(ln(greatest(milliseconds, 1) / 50.0::float8) / ln(1.1::float8))))::int;
