-- Conversations of visitors are read as those of users: for a reason, for an hour, and shown to the visitor.
alter table conversation_read alter column user_id drop not null,
  -- Goes with the session, once nothing is left of it.
  add column session_id uuid references public_session on delete cascade,
  add constraint conversation_read_is_about_one check (num_nonnulls(user_id, session_id) = 1);
create index conversation_read_of_session on conversation_read (session_id, created_at desc)
  where session_id is not null;
