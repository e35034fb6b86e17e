-- Runs that no person started.

alter table performance_run
  -- A person, the schedule of a test, or the command on the installation's machine.
  add column source text not null default 'Person' check (source in ('Person', 'Schedule', 'Terminal'));
