-- A library can have a container for its files and an embedding deployment of its own.

create table data_source_endpoints (
  data_source_id uuid primary key references data_source on delete cascade,
  blob_container_url text not null check (char_length(blob_container_url) between 1 and 1000),
  embedding_endpoint text check (char_length(embedding_endpoint) between 1 and 1000),
  embedding_deployment text check (char_length(embedding_deployment) between 1 and 200),
  probes jsonb not null,
  -- False after a restore: the instance that was backed up may still use the container.
  is_confirmed boolean not null default true,
  check ((embedding_endpoint is null) = (embedding_deployment is null))
);

-- Encrypted, and bound to the library and the host. Backups without secrets leave them out.
create table data_source_credential (
  data_source_id uuid not null references data_source_endpoints on delete cascade,
  endpoint text not null check (endpoint in ('BlobContainer', 'Embedding')),
  ciphertext text not null check (char_length(ciphertext) <= 5000),
  last_four text not null check (char_length(last_four) <= 4),
  primary key (data_source_id, endpoint)
);

-- The vectors of a library with a deployment of its own. Null: those of all other libraries.
alter table vector_space
  add column library_id int references data_source (number) on delete cascade,
  add column endpoint text check (char_length(endpoint) between 1 and 1000);
drop index vector_space_of_state;
create unique index vector_space_of_state on vector_space (coalesce(library_id, 0), state) where state <> 'Outdated';
create index vector_space_of_library on vector_space (library_id) where library_id is not null;
