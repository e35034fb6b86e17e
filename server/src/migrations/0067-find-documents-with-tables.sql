-- Whether a document has tables that can be queried. Files that consist of tables are known by their type. Documents that
-- were read before are known once they are read again.
alter table file add column has_tables boolean not null default false;

-- The previous release uses the index file_with_tables, which stays for now.
create index file_with_any_table on file (data_source_id) where removed_at is null and passages > 0
  and (has_tables or ready_mime_type in ('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.ms-excel', 'application/vnd.oasis.opendocument.spreadsheet', 'text/csv',
    'text/tab-separated-values'));
