-- How many tokens of documents a model reads as a whole; larger ones are searched.
alter table gpt_system_configuration_state add column whole_document_limit int not null default 32000
  check (whole_document_limit between 0 and 1000000);
-- Whether the files of a linked library are searched, or read as a whole when they fit.
alter table gpt_system_rag_data_source add column read_mode text not null default 'Search'
  check (read_mode in ('Search', 'WholeWhenItFits'));
