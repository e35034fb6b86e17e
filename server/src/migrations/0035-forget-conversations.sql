-- Temporary chats stand in no list, and conversations are removed for good: what was deleted after a while, and what was
-- temporary when it is over.

alter table conversation add column is_temporary boolean not null default false;
alter table conversation add check (not (is_temporary and archived));
create index deleted_conversation on conversation (deleted_at) where deleted_at is not null;
create index temporary_conversation on conversation (last_activity_at) where is_temporary;
-- Each segment that goes is asked for those below it.
create index segment_below on conversation_segment (parent_segment_id) where parent_segment_id is not null;
