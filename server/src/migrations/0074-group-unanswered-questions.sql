-- Questions that an agent had no answer to, grouped by similar words or meaning.

create table unanswered_group (
  id uuid primary key,
  gpt_system_id uuid not null references gpt_system,
  state text not null default 'Open' check (state in ('Open', 'Requested', 'Dismissed')),
  decided_at timestamptz(3),
  version int not null default 1,
  created_at timestamptz not null default now(),
  check ((state = 'Open') = (decided_at is null))
);
create index unanswered_group_of_agent on unanswered_group (gpt_system_id, state);

-- A question goes with its conversation.
create table unanswered_question (
  segment_id uuid primary key references conversation_segment on delete cascade,
  group_id uuid not null references unanswered_group,
  asked_at timestamptz not null,
  asker_id uuid not null,
  -- The question without personal data, on one line.
  shown text not null,
  terms text[] not null,
  -- Of the instance's embedding deployment, if there was one.
  embedding real[],
  embedded_by text,
  check ((embedding is null) = (embedded_by is null))
);
create index unanswered_question_of_group on unanswered_question (group_id, asked_at);
create index unanswered_question_terms on unanswered_question using gin (terms);
