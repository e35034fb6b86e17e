-- The tool with which models write documents.
alter table tool drop constraint tool_name_check;
alter table tool add constraint tool_name_check
  check (name in ('CodeInterpreter', 'FileSearch', 'Vision', 'WebSearch', 'ImageGeneration', 'Documents'));

-- Documents that a person and models edit beside a chat. The number names a document to models. The version grows with
-- each change, and is not the number of a stored version.
create table canvas_document (
  document_id uuid primary key,
  conversation_id uuid not null references conversation on delete cascade,
  number int not null check (number > 0),
  kind text not null check (kind in ('Text', 'Table', 'Code', 'Html')),
  title text not null check (char_length(title) between 1 and 200),
  language text not null default '' check (char_length(language) <= 40),
  version int not null default 1 check (version > 0),
  created_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) not null default now(),
  unique (conversation_id, number)
);

-- The stored versions of a document. While someone types, one editing session changes one version.
create table canvas_version (
  document_id uuid not null references canvas_document on delete cascade,
  n int not null check (n > 0),
  made_by text not null check (made_by in ('Person', 'Model')),
  -- The question whose answer wrote it.
  segment_id uuid references conversation_segment on delete set null,
  editing_id uuid,
  content text not null check (octet_length(content) <= 500000),
  created_at timestamptz(3) not null default now(),
  saved_at timestamptz(3) not null default now(),
  primary key (document_id, n)
);
create index canvas_version_of_segment on canvas_version (segment_id) where segment_id is not null;
