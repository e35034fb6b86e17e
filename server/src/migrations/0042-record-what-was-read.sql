-- How much of which files an answer is based on: [{title, path, kind, read, total}].
alter table conversation_segment add column reads jsonb not null default '[]';
