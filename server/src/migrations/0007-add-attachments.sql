-- Files that people bring to a conversation or to an agent's configuration. Each is a library of its own, which is
-- in no list and linked to no agent, so that it is searched where it belongs and nowhere else.

alter table data_source drop constraint data_source_data_source_type_check;
alter table data_source add check (data_source_type in ('UploadedFiles', 'Attachment'));
-- The name of an attached file need not be unique.
alter table data_source drop constraint data_source_name_key_key;
create unique index data_source_name_key_key on data_source (name_key) where data_source_type = 'UploadedFiles';
alter table data_source drop constraint data_source_name_check;
alter table data_source add check (char_length(name) between 1 and
  case data_source_type when 'Attachment' then 255 else 150 end);

create table attachment (
  attachment_id uuid primary key,
  owner_user_id uuid not null references app_user,
  data_source_id uuid not null unique references data_source,
  original_file_name text not null check (char_length(original_file_name) between 1 and 255),
  attachment_type text not null check (attachment_type in ('FileSearch', 'CodeInterpreter')),
  context text not null check (context in ('GptSystem', 'Conversation')),
  -- The parent: a question or a configuration. Without one it was not sent, or its parent has gone.
  conversation_id uuid,
  segment_id uuid,
  state_id uuid references gpt_system_configuration_state on delete set null,
  created_at timestamptz not null default now(),
  foreign key (conversation_id, segment_id) references conversation_segment (conversation_id, id)
    on delete set null (conversation_id, segment_id),
  check ((conversation_id is null) = (segment_id is null)),
  check (state_id is null or (segment_id is null and context = 'GptSystem')),
  check (segment_id is null or context = 'Conversation')
);
create index attachment_of_segment on attachment (segment_id, conversation_id) where segment_id is not null;
create index attachment_of_state on attachment (state_id) where state_id is not null;
create index unsent_attachment on attachment (created_at) where segment_id is null and state_id is null;

-- At most twenty a question, also when two transactions add to one: each locks the question's row.
create function refuse_more_attachments() returns trigger language plpgsql as $$
begin
  perform from conversation_segment where id = new.segment_id for update;
  if (select count(*) from attachment where conversation_id = new.conversation_id
      and segment_id = new.segment_id) > 20 then
    raise exception 'a question has at most twenty attachments' using errcode = '23514';
  end if;
  return null;
end $$;
create trigger attachments_are_few after insert or update of segment_id on attachment
  for each row when (new.segment_id is not null) execute function refuse_more_attachments();

-- A library that is an attachment is never what an agent answers from.
create function refuse_attachment_link() returns trigger language plpgsql as $$
begin
  if exists (select from data_source where data_source_id = new.data_source_id and data_source_type = 'Attachment') then
    raise exception 'an attachment is linked to no agent' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger attachments_are_not_linked before insert or update of data_source_id on gpt_system_rag_data_source
  for each row execute function refuse_attachment_link();

-- What the searchable version is: a newer one may be read still, or have failed.
alter table file add column ready_mime_type text check (char_length(ready_mime_type) <= 100);
update file set ready_mime_type = mime_type where ready_blob_key = blob_key;
