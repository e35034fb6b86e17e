-- Reading other people's conversations: for a reason, for an hour, and never unnoticed.

alter table instance_settings add column reads_need_approval boolean not null default false;

create table conversation_read (
  id uuid primary key,
  user_id uuid not null references app_user,
  reader_id uuid not null references app_user,
  reason text not null check (char_length(reason) between 10 and 500),
  needs_approval boolean not null,
  approved_by uuid references app_user,
  -- Until when it can be used or, while it waits, approved.
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  check (user_id <> reader_id),
  check (approved_by is null or (needs_approval and approved_by not in (user_id, reader_id)))
);
create index conversation_read_of_person on conversation_read (user_id, created_at desc);
create index conversation_read_of_reader on conversation_read (reader_id, created_at desc);
create index conversation_read_waiting on conversation_read (expires_at) where needs_approval and approved_by is null;

-- What was opened. The title is as it was then: the conversation can be deleted.
create table conversation_read_opening (
  read_id uuid not null references conversation_read on delete cascade,
  conversation_id uuid not null,
  title text not null,
  at timestamptz(3) not null default now()
);
create index conversation_read_opening_of_read on conversation_read_opening (read_id, at desc);
