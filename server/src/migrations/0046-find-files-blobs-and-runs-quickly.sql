-- A list's position is told in milliseconds, and its order can use an index only if the column is as exact.
alter table file alter column created_at type timestamptz(3);

-- The nightly sweep asks of every stored file whether something names it.
create index file_of_blob on file (blob_key);
create index file_of_ready_blob on file (ready_blob_key) where ready_blob_key is not null;
create index vision_image_of_blob on vision_image (blob_key);
create index vision_image_of_thumbnail_blob on vision_image (thumbnail_blob_key);
create index brand_file_of_blob on brand_file (blob_key);
create index brand_file_of_icon_blob on brand_file (icon_blob_key);
create index state_of_avatar_blob on gpt_system_configuration_state (avatar_blob_key) where avatar_blob_key is not null;
create index import_of_blob on conversation_import (blob_key) where blob_key is not null;

-- Whether an owner may begin one more run. The owner's row is locked until the transaction ends, and counting is a
-- statement of its own, so that simultaneous questions see each other.
create function may_begin_run(owner uuid, most int) returns boolean language plpgsql as $$
begin
  perform from app_user where id = owner for no key update;
  return (select count(*) from run where owner_id = owner and phase <> 'Ended') < most;
end $$;
