-- The folders of its library that a link is limited to. Without any, it is the whole library.
alter table gpt_system_rag_data_source add column folders text[] not null default '{}'
  check (cardinality(folders) <= 20);
