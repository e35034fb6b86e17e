-- Whether people can have an agent research questions. Not one of its tools, whose names an earlier release checks.
alter table gpt_system_configuration_state add column allows_research boolean not null default false;

-- The plan of a research, and what it has done so far. It has the numbers of passages instead of their text, so that going
-- on reads only what can still be read.
create table segment_research (
  segment_id uuid primary key references conversation_segment on delete cascade,
  plan jsonb not null check (octet_length(plan::text) <= 100000),
  progress jsonb not null check (octet_length(progress::text) <= 2000000),
  -- The research that ended early and for whose rest of the budget this one searches. Only one can.
  continues uuid unique references conversation_segment on delete set null
);
