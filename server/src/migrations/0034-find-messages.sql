-- Lists of conversations begin where the first row stands, however many of the other kind are before it; the messages of
-- one person are looked through along an index of theirs.

create index current_conversation_of_owner on conversation (owner_user_id, last_activity_at desc, id desc)
  where not archived and deleted_at is null and tested_state_id is null;
create index archived_conversation_of_owner on conversation (owner_user_id, last_activity_at desc, id desc)
  where archived and deleted_at is null and tested_state_id is null;
create index segment_of_owner on conversation_segment (owner_user_id, id desc);
