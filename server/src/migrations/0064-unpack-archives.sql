-- Archives that are unpacked into file libraries, and the entries that could not be added.

create table library_archive (
  archive_id uuid primary key,
  data_source_id uuid not null references data_source on delete cascade,
  uploaded_by uuid not null references app_user on delete cascade,
  name text not null,
  folder text not null default '',
  size bigint not null check (size >= 0),
  -- Null once the archive is not needed anymore.
  blob_key text,
  -- The entries to unpack, and how many of them are done, in their order in the archive.
  total int not null check (total >= 0),
  done int not null default 0 check (done between 0 and total),
  added int not null default 0,
  unchanged int not null default 0,
  refused int not null default 0,
  -- The code of the error that ended it early.
  failure text,
  attempts int not null default 0,
  lease_holder uuid,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check (failure is null or finished_at is not null),
  check (done = added + unchanged + refused)
);
create index archive_of_library on library_archive (data_source_id, created_at desc);
create index archive_of_user on library_archive (uploaded_by);
create index open_archives on library_archive (created_at) where finished_at is null;
create index ended_archives on library_archive (finished_at) where finished_at is not null;
create index archive_of_blob on library_archive (blob_key) where blob_key is not null;

create table library_archive_refusal (
  archive_id uuid not null references library_archive on delete cascade,
  ordinal int not null,
  -- As far as it can be shown.
  path text not null check (length(path) between 1 and 500),
  -- An error's code.
  reason text not null,
  primary key (archive_id, ordinal)
);
