-- Runs that no person started.

alter table performance_run
  -- A person, the schedule of a test, or the command on the installation's machine.
  add column source text not null default 'Person' check (source in ('Person', 'Schedule', 'Terminal'));

alter table performance_test
  -- When the published version of its agent is tested.
  add column schedule text not null default 'Never' check (schedule in ('Never', 'Night', 'Week')),
  -- What such a run can cost, in micro-dollars. Null if there is no limit.
  add column schedule_ceiling float8 check (schedule_ceiling >= 0),
  -- The last night (UTC) on which the schedule was followed, and the last one on which a run was started.
  add column followed_for date,
  add column started_for date,
  -- Whether people were last told that a scheduled run wasn't good enough.
  add column is_alerted boolean not null default false;

-- Whether the test of the gate is run each night with the published version.
alter table publishing_gate add column nightly boolean not null default true;

-- What samples of real answers came to, by agent and without anything of a single one: no text, no person, no ID.
create table live_answer_day (
  gpt_system_id uuid not null references gpt_system on delete cascade,
  day date not null,
  -- The first day (UTC) whose answers it covers: an earlier one if too few people asked on the last alone.
  from_day date not null check (from_day <= day),
  sampled int not null check (sampled >= 5),
  failed int not null,
  -- Of those that didn't fail.
  refused int not null,
  cited int not null,
  -- The number of answers by the `time_step` of their first text.
  first_text jsonb not null,
  -- How many of the answers that a judge rates are done.
  judged int not null default 0,
  ratings int not null default 0,
  rating_sum int not null default 0,
  -- Ratings with which an answer of a test wouldn't pass.
  low_ratings int not null default 0,
  -- In micro-dollars, as far as it is known.
  judge_cost float8 not null default 0,
  primary key (gpt_system_id, day)
);
create index live_answer_day_time on live_answer_day (day);

-- The days (UTC) whose answers were sampled.
create table live_sampling (day date primary key);
