-- Language models that rate answers of tests, compare the answers of two runs, and are compared with people's ratings.

alter table performance_test
  -- {languageEngine, deploymentName, rubric, minimumScore}. Null if no model rates the answers.
  add column judge jsonb;

alter table performance_run
  add column kind text not null default 'Cases' check (kind in ('Cases', 'Pairs', 'Ratings')),
  -- The judge of the test when the run started.
  add column judge jsonb,
  -- The runs whose answers are compared.
  add column left_run_id uuid references performance_run on delete cascade,
  add column right_run_id uuid references performance_run on delete cascade,
  add constraint judged_runs check ((kind = 'Pairs') = (left_run_id is not null and right_run_id is not null)),
  add constraint judgings_have_judge check (kind = 'Cases' or judge is not null);
create index performance_run_left on performance_run (left_run_id) where left_run_id is not null;
create index performance_run_right on performance_run (right_run_id) where right_run_id is not null;

alter table performance_result
  add column judge_score int check (judge_score between 0 and 5),
  add column judge_reason text;

-- What a judge said about the answers of two runs to a case, or about an answer that a person rated. The answer
-- itself isn't stored again.
create table performance_judgement (
  run_id uuid not null references performance_run on delete cascade,
  case_id uuid,
  -- Goes with the rating.
  segment_id uuid references segment_feedback on delete cascade,
  -- Which answer is better.
  verdict text check (verdict in ('Left', 'Right', 'Tie')),
  score int check (score between 0 and 5),
  -- The person's rating.
  is_good boolean,
  reason text not null default '',
  error_code text,
  -- In micro-dollars. Null if it is unknown.
  cost float8,
  created_at timestamptz(3) not null default now(),
  check (num_nonnulls(case_id, segment_id) = 1),
  check ((segment_id is null) = (is_good is null))
);
create unique index performance_judgement_case on performance_judgement (run_id, case_id) where case_id is not null;
create unique index performance_judgement_rated on performance_judgement (run_id, segment_id)
  where segment_id is not null;
create index performance_judgement_segment on performance_judgement (segment_id) where segment_id is not null;
