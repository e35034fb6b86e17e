-- What has to happen before a version of an agent can be published.
create table publishing_gate (
  gpt_system_id uuid primary key references gpt_system on delete cascade,
  -- What a run of the version has to reach. Null if no test is needed.
  performance_test_id uuid references performance_test on delete cascade,
  minimum_percent int not null check (minimum_percent between 0 and 100),
  -- Whether no case with the tag critical may fail.
  no_critical_failure boolean not null,
  run_max_age_days int not null check (run_max_age_days between 1 and 365),
  -- Whether a second person has to approve it.
  approval_required boolean not null,
  version int not null default 1,
  updated_at timestamptz(3) not null default now(),
  check (performance_test_id is not null or approval_required)
);
create index publishing_gate_test on publishing_gate (performance_test_id);

-- Versions that someone wants to publish, and what a second person decided.
create table publish_request (
  id uuid primary key,
  gpt_system_id uuid not null references gpt_system on delete cascade,
  state_id uuid not null references gpt_system_configuration_state on delete cascade,
  -- What is approved is exactly this configuration.
  state_version int not null,
  note text not null,
  status text not null default 'Open' check (status in ('Open', 'Approved', 'Rejected', 'Withdrawn')),
  requested_by uuid references app_user on delete set null,
  requested_at timestamptz(3) not null default now(),
  decided_by uuid references app_user on delete set null,
  decided_at timestamptz(3),
  decision_note text not null default '',
  check (decided_by is distinct from requested_by or decided_by is null or status = 'Withdrawn')
);
create unique index publish_request_open on publish_request (gpt_system_id) where status = 'Open';
create index publish_request_agent on publish_request (gpt_system_id, requested_at desc);
create index publish_request_state on publish_request (state_id);
create index publish_request_person on publish_request (requested_by) where requested_by is not null;
create index publish_request_decider on publish_request (decided_by) where decided_by is not null;
