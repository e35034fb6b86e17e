-- Where a passage is in its file beyond its page, such as a range of cells, and its blocks as the viewer shows them.
-- Passages indexed before have neither and are shown as paragraphs.
alter table passage add column locator jsonb;
alter table passage add column layout json;

-- What readers of an answer can open: the cited file, or only the passage with its neighbors.
alter table data_source add column readers_see text not null default 'File' check (readers_see in ('File', 'Passage'));

-- Each time a file is read again counts as a version of its passages, but not as one of the file.
alter table file add column reindexed int not null default 0;

-- Files with the same content are reported.
create index file_content on file (data_source_id, sha256) where removed_at is null;

-- Files that consist of tables. Each question over a library asks whether there are any.
create index file_with_tables on file (data_source_id) where removed_at is null and passages > 0
  and ready_mime_type in ('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.ms-excel', 'application/vnd.oasis.opendocument.spreadsheet', 'text/csv',
    'text/tab-separated-values');
