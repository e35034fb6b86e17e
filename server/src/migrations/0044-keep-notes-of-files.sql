-- What a model noted about a part of a file for a task, so that the same task doesn't read it again. Tasks in a person's
-- own words are kept with their conversation, others only with the file. Numbers of sources are positions of passages.
create table file_note (
  file_id uuid not null references file on delete cascade,
  file_version int not null,
  conversation_id uuid references conversation on delete cascade,
  task text not null,
  first_passage int not null check (first_passage >= 0),
  last_passage int not null check (last_passage >= first_passage),
  notes text not null,
  created_at timestamptz not null default now(),
  unique nulls not distinct (file_id, file_version, task, conversation_id, first_passage, last_passage)
);
create index file_note_conversation on file_note (conversation_id);
