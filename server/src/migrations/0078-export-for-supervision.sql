-- Sends the audit log to other systems and, in the compliance mode Strict, the metadata of conversations.

create table supervision_export (
  id uuid primary key,
  name text not null,
  kind text not null check (kind in ('File', 'Webhook')),
  -- How file names begin, or a URL.
  address text not null,
  -- Sealed.
  secret text check ((secret is not null) = (kind = 'Webhook')),
  includes_conversations boolean not null,
  includes_names boolean not null,
  enabled boolean not null,
  -- Null if it is paused.
  next_attempt_at timestamptz(3) default now(),
  failed_attempts int not null default 0,
  last_success_at timestamptz(3),
  last_error text,
  last_status int,
  lease_holder uuid,
  lease_until timestamptz(3),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index supervision_export_file on supervision_export (address) where kind = 'File';

-- How far an export has come.
create table supervision_stream (
  export_id uuid not null references supervision_export on delete cascade,
  stream text not null check (stream in ('AuditLog', 'Conversations')),
  -- The last entry that was exported.
  position bigint not null check (position >= 0),
  -- Grows when entries are exported again.
  edition int not null default 1,
  -- The file that is written, and its length up to the position.
  file text,
  file_bytes bigint not null default 0,
  primary key (export_id, stream)
);

-- What is exported of a question. It has no text, and stays when the conversation is deleted.
create table supervised_question (
  segment_id uuid primary key,
  -- Null until the question is numbered, which happens after its transaction. Transactions can end in another order
  -- than they begin, so a number given in them could be passed before it can be read.
  position bigint unique,
  conversation_id uuid not null,
  asked_at timestamptz(3) not null,
  ended_at timestamptz(3) not null,
  asker_id uuid not null,
  is_visitor boolean not null,
  gpt_system_id uuid not null,
  -- Null for a personal agent, whose name its owner wrote.
  agent_name text,
  agent_version int not null,
  agent_version_id uuid not null,
  channel text not null check (channel in ('Web', 'PublicChats', 'Tests')),
  language_engine text not null,
  deployment_name text,
  input_tokens int,
  output_tokens int,
  first_text_ms int,
  total_ms int,
  status text not null check (status in ('Completed', 'Aborted', 'Interrupted', 'Failed')),
  is_unanswered boolean not null,
  error_code text,
  cited_files int not null,
  -- Null if the process that answered ended.
  tools text[]
);
create index supervised_question_to_number on supervised_question (ended_at, segment_id) where position is null;
create index supervised_question_time on supervised_question (ended_at);

-- The number of the last question. Its lock orders the processes that give numbers.
create table supervised_question_head (
  only_row boolean primary key default true check (only_row),
  position bigint not null
);
insert into supervised_question_head (position) values (0);

-- Finds whom a pseudonym stands for, if an export names people.
create index app_user_asker on app_user (asker_id);
