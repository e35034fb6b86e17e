-- How answers came about, what a model thought, summaries of long histories, and who chose a conversation's title.

alter table conversation add column title_source text not null default 'Question'
  check (title_source in ('Question', 'Model', 'Person'));

alter table conversation_segment add column thinking text not null default '';
-- Attachments of a sibling that this question was asked with again: an attachment has one parent, its first question.
alter table conversation_segment add column reused_attachments jsonb not null default '[]';

-- JSON as text: it is read whole, and text refuses nothing that a provider or a document may hold.
create table segment_execution (
  segment_id uuid primary key references conversation_segment on delete cascade,
  -- Rows are written in the background too: an older one never replaces a newer one.
  revision int not null,
  details text not null,
  prompt text,
  trace text not null
);

-- What the branch up to and with a segment came to, for questions whose model cannot be given all of it.
create table segment_summary (
  segment_id uuid primary key references conversation_segment on delete cascade,
  summary text not null check (summary <> ''),
  created_at timestamptz not null default now()
);
