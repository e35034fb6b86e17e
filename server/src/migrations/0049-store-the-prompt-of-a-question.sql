-- A user's prompt or an agent's, which can be deleted later, so it is no foreign key.
alter table conversation_segment add column prompt_id uuid;
