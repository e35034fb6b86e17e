-- The policy in which the publishing of an agent says who may use it: at most one of each agent.
alter table chat_access_policy add column made_for_gpt_system_id uuid unique references gpt_system on delete cascade;
