-- Files and charts that code wrote in a conversation. Later cells find files again, also in a new process.
create table code_file (
  code_file_id uuid primary key,
  conversation_id uuid not null,
  segment_id uuid not null,
  kind text not null check (kind in ('File', 'Chart')),
  name text not null check (char_length(name) between 1 and 255),
  size bigint not null check (size >= 0),
  blob_key text not null,
  created_at timestamptz(3) not null default now(),
  foreign key (conversation_id, segment_id) references conversation_segment (conversation_id, id) on delete cascade
);
create index code_file_of_segment on code_file (conversation_id, segment_id);
create index code_file_blob on code_file (blob_key);
