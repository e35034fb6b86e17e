-- Where people find an agent.

alter table gpt_system
  add column listed_in_directory boolean not null default false,
  add column categories text[] not null default '{}' check (cardinality(categories) <= 5);
