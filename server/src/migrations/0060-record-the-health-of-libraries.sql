-- After how long without a new version a file is outdated, and since when citations are counted.
alter table data_source add column review_after_days int not null default 365
  check (review_after_days between 1 and 3650);
alter table data_source add column citations_counted_since timestamptz not null default now();

-- A sketch of a file's text: files with almost the same text have most of its numbers in common, and at least one of
-- its bands. Files that were indexed before have none until they are indexed again.
alter table file add column sketch int[] check (cardinality(sketch) = 64);
alter table file add column sketch_bands int[] check (cardinality(sketch_bands) = 16);
-- An older file of the library with almost the same text.
alter table file add column near_duplicate_of uuid;
alter table file add column indexed_at timestamptz;
create index file_similar on file using gin (sketch_bands) where sketch_bands is not null and removed_at is null;
create index file_near_duplicate on file (near_duplicate_of) where near_duplicate_of is not null;

-- How often answers have cited a file. There is no reference to the file: an answer must not wait for one that is
-- being deleted, or fail because of it.
create table file_citation (
  file_id uuid primary key,
  citations bigint not null check (citations > 0),
  last_cited_at timestamptz not null
) with (fillfactor = 70);
