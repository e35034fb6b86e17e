-- Tests of agents: questions with what the answers have to say, and what versions of the agent answered.

create table performance_test (
  id uuid primary key,
  gpt_system_id uuid not null references gpt_system on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  pass_percent int not null check (pass_percent between 0 and 100),
  -- Each change of the cases makes a new version of them.
  test_version int not null default 1,
  version int not null default 1,
  -- The number of the current cases, which the limit is compared with.
  cases int not null default 0 check (cases between 0 and 1000),
  created_by uuid references app_user on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create unique index performance_test_name on performance_test (gpt_system_id, lower(name)) where deleted_at is null;
create index performance_test_author on performance_test (created_by) where created_by is not null;
create index performance_test_deleted on performance_test (deleted_at) where deleted_at is not null;

-- A case as it was in some versions of its test. A change closes the row and adds another one, so that a run keeps the
-- cases that it asked. Rows that no run has asked are deleted when they are closed.
create table performance_case (
  performance_test_id uuid not null references performance_test on delete cascade,
  id uuid not null,
  from_version int not null,
  -- The first version without this row. Null while it is current.
  to_version int check (to_version > from_version),
  ordinal int not null,
  question text not null,
  turns text[] not null default '{}',
  expected_facts text[] not null default '{}',
  forbidden text[] not null default '{}',
  expected_citations jsonb not null default '[]',
  expect_refusal boolean not null default false,
  weight int not null default 1 check (weight between 1 and 10),
  tags text[] not null default '{}',
  origin text not null check (origin in
    ('Typed', 'Import', 'Conversation', 'Feedback', 'Unanswered', 'Debugger', 'Generated')),
  -- The rated answer or the group of unanswered questions that it was made from, which isn't proposed again.
  candidate_id uuid,
  version int not null default 1,
  updated_at timestamptz(3) not null default now(),
  primary key (performance_test_id, id, from_version)
);
create index performance_case_candidate on performance_case (performance_test_id, candidate_id)
  where candidate_id is not null;
create unique index performance_case_current on performance_case (id) where to_version is null;
create index performance_case_order on performance_case (performance_test_id, ordinal, id);

create table performance_run (
  id uuid primary key,
  performance_test_id uuid not null references performance_test on delete cascade,
  state_id uuid not null references gpt_system_configuration_state on delete cascade,
  -- The version of the state, because a draft changes.
  state_version int not null,
  was_published boolean not null,
  test_version int not null,
  phase text not null default 'Queued' check (phase in ('Queued', 'Running', 'Completed', 'Stopped', 'Failed')),
  error_code text,
  total int not null,
  repeats int not null check (repeats between 1 and 10),
  temperature float8,
  seed int,
  -- In micro-dollars.
  cost_ceiling float8,
  -- The result of a completed run, from 0 to 100.
  score float8,
  margin float8,
  started_by uuid references app_user on delete set null,
  started_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  stop_requested boolean not null default false,
  lease_holder uuid,
  lease_until timestamptz(3)
);
create index performance_run_order on performance_run (performance_test_id, started_at desc, id desc);
create index performance_run_state on performance_run (state_id);
create index performance_run_person on performance_run (started_by) where started_by is not null;
create unique index performance_run_open on performance_run (performance_test_id)
  where phase in ('Queued', 'Running');

create table performance_result (
  run_id uuid not null references performance_run on delete cascade,
  case_id uuid not null,
  repeat int not null check (repeat between 1 and 10),
  passed boolean not null,
  score float8 not null check (score between 0 and 1),
  answer text not null,
  error_code text,
  refused boolean not null,
  -- Whether each expected fact, forbidden statement, and citation was found, in the order of the case.
  facts_found boolean[] not null,
  forbidden_found boolean[] not null,
  citations_found boolean[] not null,
  first_text_ms int,
  total_ms int,
  input_tokens bigint,
  output_tokens bigint,
  -- In micro-dollars. Null if it is unknown.
  cost float8,
  created_at timestamptz(3) not null default now(),
  primary key (run_id, case_id, repeat)
);
