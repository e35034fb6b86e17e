-- How a library reads pages without text. It is off unless someone chooses otherwise.
alter table data_source
  add column ocr text not null default 'Off' check (ocr in ('Off', 'Tesseract')),
  add column ocr_languages text[] not null default '{eng}'
    check (cardinality(ocr_languages) between 1 and 5);

-- How far the scanned pages of a file are. A file whose pages are all scanned is indexed once they are read.
alter table file
  add column scan_state text check (scan_state in ('Searching', 'Unconfirmed', 'Reading', 'Stopped', 'Done')),
  add column scan_holds boolean not null default false,
  add column scan_holder uuid,
  add column scan_until timestamptz;
create index file_scan_waiting on file (scan_state, updated_at) where scan_state in ('Searching', 'Reading');

-- The scanned pages of a file’s last upload, and the text that was recognized on them.
create table scanned_page (
  file_id uuid not null references file on delete cascade,
  page int not null check (page > 0),
  state text not null default 'Waiting' check (state in ('Waiting', 'Read', 'Failed')),
  text text not null default '' check (octet_length(text) <= 1000000),
  -- In percent. Null if there was nothing to measure.
  confidence real check (confidence between 0 and 100),
  reason text check (char_length(reason) <= 100),
  primary key (file_id, page)
);
