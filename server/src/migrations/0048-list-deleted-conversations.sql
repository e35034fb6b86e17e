-- A person's deleted conversations, last deleted first.
create index deleted_conversation_of_owner on conversation (owner_user_id, deleted_at desc, id desc)
where deleted_at is not null;
