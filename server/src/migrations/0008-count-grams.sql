-- How often four-letter pieces of words stand in each library, which the best passages are ranked again by, and which
-- reading of texts each passage was indexed with.

-- An index made by another version of the program reads words differently; such passages are indexed again.
alter table passage add column tokenizer_version smallint not null default 1;
create index passage_by_version on passage (file_id, tokenizer_version);

-- Its passages are to be indexed again; they are found meanwhile.
alter table file add column outdated boolean not null default false;
create index file_outdated on file (updated_at, file_id) where outdated;

-- Raised by every transaction that changes the library's index, which the row's lock orders.
alter table lib_stat add column change_number int not null default 0;

-- The counts up to a change, and the changes since then, which are added up now and then. Packed, since a library has
-- tens of thousands of different pieces. Each reading of texts has its own.
create table gram_stat (
  library_id int not null references data_source (number) on delete cascade,
  tokenizer_version smallint not null,
  change_number int not null,
  passages int not null,
  length bigint not null,
  frequencies bytea not null,
  primary key (library_id, tokenizer_version)
);
create table gram_change (
  library_id int not null references data_source (number) on delete cascade,
  tokenizer_version smallint not null,
  change_number int not null,
  passages int not null,
  length bigint not null,
  frequencies bytea not null,
  primary key (library_id, tokenizer_version, change_number)
);
