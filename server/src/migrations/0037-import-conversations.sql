-- Conversations that were brought from elsewhere, and the imports that bring them.

alter table conversation
  add column imported_from text check (imported_from in ('ChatGPT', 'LibreChat')),
  -- What it is known by there: one person has it once.
  add column imported_id text check (length(imported_id) between 1 and 200),
  add check (imported_id is null or imported_from is not null);
create unique index imported_conversation on conversation (owner_user_id, imported_from, imported_id)
  where imported_id is not null;

-- Asked and answered elsewhere: it counts as nobody's use here.
alter table conversation_segment add column imported boolean not null default false;

create table conversation_import (
  import_id uuid primary key,
  owner_user_id uuid not null references app_user on delete cascade,
  gpt_system_id uuid not null references gpt_system,
  file_name text not null,
  size bigint not null check (size >= 0),
  -- Null once the file is not needed any more.
  blob_key text,
  source text check (source in ('ChatGPT', 'LibreChat')),
  phase text not null default 'Waiting' check (phase in ('Waiting', 'Reading', 'Importing', 'Done', 'Failed')),
  -- Known once the file has been looked through.
  total int check (total >= 0),
  taken int not null default 0,
  known int not null default 0,
  refused int not null default 0,
  report jsonb not null default '[]',
  -- An error's code.
  failure text,
  attempts int not null default 0,
  lease_holder uuid,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((phase in ('Done', 'Failed')) = (finished_at is not null)),
  check ((phase = 'Failed') = (failure is not null))
);
create unique index one_running_import_a_person on conversation_import (owner_user_id) where finished_at is null;
create index import_of_owner on conversation_import (owner_user_id, created_at desc);
create index open_imports on conversation_import (created_at) where finished_at is null;
create index ended_imports on conversation_import (finished_at) where finished_at is not null;
