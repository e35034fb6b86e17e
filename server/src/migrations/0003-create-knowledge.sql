-- File libraries, their files, and the index that questions are answered from.

create table data_source (
  data_source_id uuid primary key,
  -- What the index knows a library by: an integer in each of millions of rows.
  number int not null generated always as identity unique,
  name text not null check (char_length(name) between 1 and 150),
  -- The name without regard to case, as the server folds it: lower() knows only some databases' alphabets.
  name_key text collate "C" not null unique,
  description text not null default '' check (char_length(description) <= 500),
  data_source_type text not null default 'UploadedFiles' check (data_source_type in ('UploadedFiles')),
  endpoints_type text not null default 'default' check (endpoints_type in ('default', 'explicit')),
  language text not null default 'Auto' check (char_length(language) between 2 and 20),
  text_index boolean not null default true,
  graph_index boolean not null default true,
  indexing_paused boolean not null default false,
  may_be_shared_onward boolean not null default false,
  may_be_public boolean not null default false,
  -- Kept by the trigger below, so that no list has to count.
  files int not null default 0 check (files >= 0),
  files_ready int not null default 0 check (files_ready >= 0),
  files_failed int not null default 0 check (files_failed >= 0),
  passages int not null default 0 check (passages >= 0),
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references app_user,
  updated_at timestamptz not null default now()
);

create table file (
  file_id uuid primary key,
  data_source_id uuid not null references data_source on delete cascade,
  folder text not null default '' check (char_length(folder) <= 500),
  name text not null check (char_length(name) between 1 and 255),
  name_key text not null,
  -- The newest version that was uploaded, and the one whose passages are found: they differ while it is indexed.
  file_version int not null default 1 check (file_version >= 1),
  ready_version int check (ready_version >= 1),
  size bigint not null check (size between 1 and 104857600),
  mime_type text not null check (char_length(mime_type) <= 100),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  blob_key text not null,
  ready_blob_key text,
  state text not null default 'Queued' check (state in ('Queued', 'Extracting', 'Indexing', 'Ready', 'Failed')),
  progress int not null default 0 check (progress between 0 and 100),
  reason text check (char_length(reason) <= 100),
  pages int,
  passages int not null default 0 check (passages >= 0),
  language text,
  tokenizer_version int,
  uploaded_by uuid references app_user,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Set when it is removed: from then on nobody sees it, and its passages are cleared away in small transactions.
  removed_at timestamptz,
  -- Passages of an earlier version are still to be cleared away; nobody finds them any more.
  clearing boolean not null default false,
  -- Who indexes it and until when; a process that died lets the lease run out.
  lease_holder uuid,
  lease_until timestamptz,
  attempts int not null default 0,
  check ((state = 'Failed') = (reason is not null)),
  check ((lease_holder is null) = (lease_until is null)),
  check (state <> 'Ready' or ready_version = file_version)
);
create unique index file_current_name on file (data_source_id, folder, name_key) where removed_at is null;
create index file_newest on file (data_source_id, created_at desc, file_id desc);
create index file_to_do on file (updated_at, file_id)
  where removed_at is not null or clearing or state in ('Queued', 'Extracting', 'Indexing');

create table passage (
  passage_id bigint primary key generated always as identity,
  library_id int not null references data_source (number) on delete cascade,
  file_id uuid not null references file on delete cascade,
  file_version int not null,
  ordinal int not null check (ordinal >= 0),
  page int check (page >= 1),
  off_start int not null check (off_start >= 0),
  off_end int not null check (off_end > off_start),
  heading text not null,
  text text not null,
  length int not null check (length >= 0),
  unique (file_id, file_version, ordinal)
);

-- One row for each term of each passage. References are not declared here and for the terms' statistics: a check
-- for each of sixty rows a passage would cost much of what writing them does; they go with their passage, in its
-- transaction.
create table posting (
  library_id int not null,
  passage_id bigint not null,
  tf smallint not null,
  len smallint not null,
  term text collate "C" not null
);
create index posting_term on posting (library_id, term) include (passage_id, tf, len);
create index posting_passage on posting (passage_id);

create table term_stat (
  library_id int not null,
  term text collate "C" not null,
  df int not null check (df >= 0),
  primary key (library_id, term)
) with (fillfactor = 70);

create table lib_stat (
  library_id int primary key references data_source (number) on delete cascade,
  n int not null default 0 check (n >= 0),
  total_len bigint not null default 0 check (total_len >= 0)
) with (fillfactor = 50);

create function count_library_files() returns trigger language plpgsql as $$
declare
  was file%rowtype;
  becomes file%rowtype;
begin
  if tg_op <> 'INSERT' then was := old; end if;
  if tg_op <> 'DELETE' then becomes := new; end if;
  update data_source set
    files = files + counted(becomes) - counted(was),
    files_ready = files_ready + case when becomes.state = 'Ready' then counted(becomes) else 0 end
      - case when was.state = 'Ready' then counted(was) else 0 end,
    files_failed = files_failed + case when becomes.state = 'Failed' then counted(becomes) else 0 end
      - case when was.state = 'Failed' then counted(was) else 0 end,
    passages = passages + counted(becomes) * coalesce(becomes.passages, 0) - counted(was) * coalesce(was.passages, 0)
  where data_source_id = coalesce(becomes.data_source_id, was.data_source_id);
  return null;
end $$;

-- 1 for a file that its library shows, else 0.
create function counted(one file) returns int language sql immutable as $$
  select case when one.file_id is null or one.removed_at is not null then 0 else 1 end
$$;

create trigger file_is_counted after insert or delete or update of state, passages, removed_at on file
  for each row execute function count_library_files();
