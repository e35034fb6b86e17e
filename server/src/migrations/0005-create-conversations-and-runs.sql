-- Conversations as trees of questions with their answers, and the runs that write the answers.

create table conversation (
  id uuid primary key,
  owner_user_id uuid not null references app_user,
  gpt_system_id uuid not null references gpt_system,
  title text not null check (length(title) <= 50),
  archived boolean not null default false,
  selected_leaf_segment_id uuid,
  created_at timestamptz not null default now(),
  last_activity_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index conversation_of_owner on conversation (owner_user_id, last_activity_at desc, id desc);

create table conversation_segment (
  id uuid primary key,
  conversation_id uuid not null references conversation on delete cascade,
  parent_segment_id uuid,
  owner_user_id uuid not null references app_user,
  state_id uuid not null references gpt_system_configuration_state,
  question text not null check (length(question) between 1 and 32000),
  answer text not null default '',
  status text not null default 'Pending' check (status in ('Pending', 'Completed', 'Aborted', 'Interrupted', 'Failed')),
  citations jsonb not null default '[]',
  steps jsonb not null default '[]',
  code_interpreter_response text not null default '',
  errors jsonb not null default '[]',
  input_tokens int,
  output_tokens int,
  idempotency_key text not null,
  body_hash text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  unique (conversation_id, id),
  unique (owner_user_id, idempotency_key),
  foreign key (conversation_id, parent_segment_id) references conversation_segment (conversation_id, id),
  check ((status = 'Pending') = (finished_at is null))
);
create index segment_of_conversation on conversation_segment (conversation_id, id);
alter table conversation add constraint leaf_is_its_own
  foreign key (id, selected_leaf_segment_id) references conversation_segment (conversation_id, id);

create function refuse_second_end() returns trigger language plpgsql as $$
begin
  raise exception 'an answer ends once' using errcode = '42501';
end $$;
create trigger segment_status_is_final before update of status on conversation_segment
  for each row when (old.status <> 'Pending' and new.status <> old.status)
  execute function refuse_second_end();

create table run (
  id uuid primary key,
  subject_id uuid not null references conversation_segment on delete cascade,
  owner_id uuid not null,
  phase text not null check (phase in ('Queued', 'Running', 'Ended')),
  status text check (status in ('Completed', 'Aborted', 'Interrupted', 'Failed')),
  process uuid not null,
  lease_until timestamptz not null,
  heartbeat_at timestamptz not null,
  stop_requested_at timestamptz,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  events_removed boolean not null default false,
  check ((phase = 'Ended') = (status is not null and ended_at is not null))
);
create unique index one_open_run_a_subject on run (subject_id) where phase <> 'Ended';
create index run_of_subject on run (subject_id);
create index open_runs on run (lease_until) where phase <> 'Ended';
create index open_runs_of_owner on run (owner_id) where phase <> 'Ended';
create index ended_runs_with_events on run (ended_at) where not events_removed;

-- One row: the texts first…seq of one flush, joined, with their lengths; or one other event.
create table run_event (
  run_id uuid not null references run on delete cascade,
  first int not null check (first > 0),
  seq int not null check (seq >= first),
  event text not null,
  data text not null,
  lens int[] not null,
  at timestamptz not null default now(),
  primary key (run_id, seq)
);
