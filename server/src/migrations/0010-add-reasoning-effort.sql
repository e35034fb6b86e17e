-- How much a model that thinks before it answers is to think; absent: as its provider does by itself.
alter table gpt_system_configuration_state add column reasoning_effort text
  check (reasoning_effort in ('Low', 'Medium', 'High'));
