-- What is remembered about people from their chats, if the instance allows it and they have turned it on.

-- The people who have turned it on.
create table memory_user (
  user_id uuid primary key references app_user on delete cascade,
  since timestamptz(3) not null default now()
);

create table memory (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  text text not null check (char_length(text) between 1 and 500),
  -- Of the text as it is compared, because 500 characters can be too long for an index.
  text_hash bytea not null check (octet_length(text_hash) = 32),
  -- The question during whose answer it was remembered. Null if the person entered it.
  source_segment_id uuid references conversation_segment on delete set null,
  -- An answer waits for the person to allow it. Until then, it isn't remembered.
  is_proposed boolean not null default false,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index memory_text on memory (user_id, text_hash) where not is_proposed;
create index memory_order on memory (user_id, created_at desc, id desc);
create index memory_of_segment on memory (source_segment_id) where source_segment_id is not null;
create index memory_proposed on memory (created_at) where is_proposed;
