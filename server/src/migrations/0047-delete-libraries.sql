-- A deleted library is of the type Removed, which no list and no agent has, until the indexer has deleted its files.
alter table data_source drop constraint data_source_data_source_type_check;
alter table data_source add constraint data_source_data_source_type_check
  check (data_source_type in ('UploadedFiles', 'Attachment', 'Removed'));
create index removed_library on data_source (data_source_id) where data_source_type = 'Removed';

create or replace function refuse_attachment_link() returns trigger language plpgsql as $$
begin
  if exists (select from data_source where data_source_id = new.data_source_id and data_source_type <> 'UploadedFiles') then
    raise exception 'only a file library is linked to an agent' using errcode = '23514';
  end if;
  return new;
end $$;
