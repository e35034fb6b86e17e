-- A configuration may name further deployments that whoever chats chooses from; a conversation keeps the last choice, and
-- a question who answered it, since a draft may change after its answer.

alter table gpt_system_configuration_state add column selectable_deployments jsonb not null default '[]';
alter table conversation add column chosen_deployment jsonb;
alter table conversation_segment add column language_engine text, add column deployment_name text;
