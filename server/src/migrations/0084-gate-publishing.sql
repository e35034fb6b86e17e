-- What a version of an agent has to reach before it can be published.
create table performance_gate (
  gpt_system_id uuid primary key references gpt_system on delete cascade,
  performance_test_id uuid not null references performance_test on delete cascade,
  minimum_percent int not null check (minimum_percent between 0 and 100),
  -- Whether no case with the tag critical may fail.
  no_critical_failure boolean not null,
  run_max_age_days int not null check (run_max_age_days between 1 and 365),
  version int not null default 1,
  updated_at timestamptz(3) not null default now()
);
create index performance_gate_test on performance_gate (performance_test_id);
