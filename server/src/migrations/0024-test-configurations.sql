-- A conversation may be a test chat with one configuration of an agent: it goes with the draft that is thrown away.

alter table conversation add column tested_state_id uuid references gpt_system_configuration_state on delete cascade;
create index test_chat_of_state on conversation (tested_state_id, owner_user_id, last_activity_at desc, id desc)
  where tested_state_id is not null;
-- Asked at the end, when the questions of such a chat have gone with it.
alter table conversation_segment alter constraint conversation_segment_state_id_fkey deferrable initially deferred;
create index segment_of_state on conversation_segment (state_id);
