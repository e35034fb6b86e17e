-- Exports of personal data, and statements about what was erased.

alter table instance_settings
  add column data_exports_allowed boolean not null default true,
  add column self_erasure_allowed boolean not null default false;

-- When the data of someone who was removed is erased. Null: 30 days later.
alter table app_user add column erase_at timestamptz(3);

create table data_export (
  id uuid primary key,
  user_id uuid not null references app_user,
  requested_by uuid not null references app_user,
  -- Why someone else asks for it.
  reason text check (char_length(reason) between 10 and 500),
  language text not null check (language in ('en', 'ar')),
  needs_approval boolean not null default false,
  approved_by uuid references app_user,
  phase text not null default 'Waiting' check (phase in ('Waiting', 'Building', 'Ready', 'Failed', 'Expired')),
  -- Set before the bytes are stored, so that those of an interrupted attempt are found and deleted.
  blob_key text,
  size bigint,
  files_left_out int not null default 0,
  attempts int not null default 0,
  lease_holder uuid,
  lease_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  expires_at timestamptz(3),
  -- When the one who asked for someone else's data first downloaded it.
  downloaded_at timestamptz(3),
  check ((user_id = requested_by) = (reason is null)),
  check (approved_by is null or (needs_approval and approved_by not in (user_id, requested_by)))
);
create unique index one_running_data_export on data_export (user_id, requested_by) where finished_at is null;
create index data_export_of_person on data_export (user_id, created_at desc);
create index data_export_requested_by on data_export (requested_by);
create index data_export_approved_by on data_export (approved_by) where approved_by is not null;
create index data_export_blob on data_export (blob_key) where blob_key is not null;
create index data_export_open on data_export (created_at) where finished_at is null;
create index data_export_expiry on data_export (expires_at) where phase = 'Ready';

-- What was erased and what remains, without saying of whom.
create table erasure (
  id uuid primary key,
  -- The person, until everything is erased.
  user_id uuid references app_user,
  cause text not null check (cause in ('Administrator', 'Person', 'Deletion')),
  -- How much of each area there was, and how much is left.
  counts jsonb not null,
  left_counts jsonb,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  check ((user_id is null) = (finished_at is not null)),
  check ((left_counts is null) = (finished_at is null))
);
create unique index one_erasure_of_person on erasure (user_id) where user_id is not null;
create index erasure_by_time on erasure (started_at desc, id desc);

-- Stored bytes that nothing refers to any more once the erasure is done. This is no reference to them.
create table erasure_blob (
  erasure_id uuid not null references erasure on delete cascade,
  key text not null,
  primary key (erasure_id, key)
);
