-- The graph of a file library: what its passages name, and which passages name the same.

alter table data_source
  -- The version of the rules by which all files were queued. Other versions, and 0, are queued again.
  add column graph_rules int not null default 0,
  -- Files up to this ID have been queued. Null: none yet.
  add column graph_queued_to uuid;
create index data_source_graph on data_source (graph_rules)
  where data_source_type = 'UploadedFiles' and graph_index;

-- A file whose passages aren’t in the graph yet, from `next_ordinal` on.
create table graph_task (
  file_id uuid primary key references file on delete cascade,
  file_version int not null,
  next_ordinal int not null default 0,
  failures int not null default 0,
  lease_holder uuid,
  lease_until timestamptz,
  created_at timestamptz not null default now()
);
create index graph_task_waiting on graph_task (created_at, file_id);

create table entity (
  entity_id bigint primary key generated always as identity,
  library_id int not null references data_source (number) on delete cascade,
  -- The same for all spellings that count as one.
  key text collate "C" not null check (char_length(key) between 1 and 200),
  kind text collate "C" not null check (kind in ('Acronym', 'Code', 'Name', 'Term', 'Title')),
  name text collate "C" not null check (char_length(name) between 1 and 200),
  -- The number of passages that name it.
  df int not null check (df >= 0),
  unique (library_id, key)
) with (fillfactor = 80);
create index entity_most_named on entity (library_id, df desc, entity_id desc);

-- References aren’t declared, as for postings: a mention is deleted with its passage, in the same transaction.
create table mention (
  library_id int not null,
  entity_id bigint not null,
  passage_id bigint not null,
  kind text collate "C" not null,
  name text collate "C" not null,
  -- The passage begins a file with this title.
  is_title boolean not null,
  primary key (entity_id, passage_id)
);
create index mention_of_passage on mention (passage_id);
create index mention_of_library on mention (library_id);
create index mention_title on mention (entity_id) where is_title;

-- What a passage says about two entities, if its words follow a simple pattern.
create table relation (
  library_id int not null,
  passage_id bigint not null,
  from_id bigint not null,
  to_id bigint not null,
  kind text not null check (kind in
    ('Abbreviation', 'PartOf', 'LocatedIn', 'OwnedBy', 'MadeBy', 'Replaces', 'Requires', 'WorksFor')),
  primary key (passage_id, from_id, to_id, kind)
);
create index relation_from on relation (from_id);
create index relation_to on relation (to_id);
