-- Search by meaning. Each passage has a vector of the deployment that the instance has chosen.

alter table instance_settings
  add column embedding_language_engine text
    check (embedding_language_engine in ('OpenAI', 'AzureOpenAI', 'Anthropic', 'OpenAICompatible')),
  add column embedding_deployment_name text check (char_length(embedding_deployment_name) between 1 and 200),
  add check ((embedding_language_engine is null) = (embedding_deployment_name is null));

-- The vectors of one deployment with one number of dimensions. Searches use the current space until the one being
-- built is complete. An outdated one is being deleted.
create table vector_space (
  vector_space_id int primary key generated always as identity,
  language_engine text not null check (char_length(language_engine) between 1 and 50),
  deployment_name text not null check (char_length(deployment_name) between 1 and 200),
  dimensions int not null check (dimensions between 2 and 4096),
  state text not null default 'Building' check (state in ('Building', 'Current', 'Outdated')),
  -- Files up to this ID have been queued. Null: none yet.
  queued_to uuid,
  is_queued boolean not null default false,
  changed_at timestamptz not null default now()
);
create unique index vector_space_of_state on vector_space (state) where state <> 'Outdated';

-- A file whose passages still need vectors, from `next_ordinal` on.
create table vector_task (
  vector_space_id int not null references vector_space on delete cascade,
  file_id uuid not null references file on delete cascade,
  file_version int not null,
  next_ordinal int not null default 0,
  refusals int not null default 0,
  lease_holder uuid,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (vector_space_id, file_id)
);
create index vector_task_waiting on vector_task (vector_space_id, created_at, file_id);
create index vector_task_of_file on vector_task (file_id);

-- One bit for each dimension, its sign. All permitted passages are compared by them, so rows are small.
create table passage_signs (
  passage_id bigint not null references passage on delete cascade,
  vector_space_id int not null references vector_space,
  library_id int not null,
  signs bit varying not null,
  primary key (passage_id, vector_space_id)
);
alter table passage_signs alter column signs set storage plain;
create index passage_signs_of_library on passage_signs (library_id, vector_space_id);
create index passage_signs_of_space on passage_signs (vector_space_id);

-- One byte for each dimension, to compare the nearest passages exactly.
create table passage_vector (
  passage_id bigint not null references passage on delete cascade,
  vector_space_id int not null references vector_space,
  vector bytea not null,
  primary key (passage_id, vector_space_id)
);
alter table passage_vector alter column vector set storage external;
