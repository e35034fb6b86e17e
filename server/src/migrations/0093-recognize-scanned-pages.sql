-- How a library reads pages without text. It is off unless someone chooses otherwise.
alter table data_source
  add column ocr text not null default 'Off' check (ocr in ('Off', 'Tesseract', 'Vision')),
  add column ocr_engine text,
  add column ocr_deployment text,
  add column ocr_languages text[] not null default '{eng}'
    check (cardinality(ocr_languages) between 1 and 5),
  add check (ocr <> 'Vision' or (ocr_engine is not null and ocr_deployment is not null));

-- How far the scanned pages of a file are. A file whose pages are all scanned is indexed once they are read.
alter table file
  add column scan_state text check (scan_state in ('Searching', 'Unconfirmed', 'Reading', 'Stopped', 'Done')),
  add column scan_holds boolean not null default false,
  add column scan_holder uuid,
  add column scan_until timestamptz,
  -- When its last turn ended, after which other files come first.
  add column scan_turn_at timestamptz,
  -- Why its pages can't be read now.
  add column scan_waits_for text check (scan_waits_for in
    ('Model', 'Provider', 'Limit', 'Price', 'Redaction', 'Program', 'Languages'));
create index file_scan_waiting on file (scan_state, updated_at)
  where scan_state in ('Searching', 'Unconfirmed', 'Reading');

-- The scanned pages of a file’s last upload, and the text that was recognized on them.
create table scanned_page (
  file_id uuid not null references file on delete cascade,
  page int not null check (page > 0),
  state text not null default 'Waiting' check (state in ('Waiting', 'Read', 'Failed')),
  text text not null default '' check (octet_length(text) <= 1000000),
  -- In percent. Null if there was nothing to measure, or if a model read the page.
  confidence real check (confidence between 0 and 100),
  by_model boolean not null default false,
  -- What the model’s call cost, in micro-dollars. Null if its price is unknown.
  cost numeric,
  reason text check (char_length(reason) <= 100),
  primary key (file_id, page)
);
