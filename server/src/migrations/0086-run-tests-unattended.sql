-- Runs that no person started.

alter table performance_run
  -- A person, the schedule of a test, or the command on the installation's machine.
  add column source text not null default 'Person' check (source in ('Person', 'Schedule', 'Terminal'));

alter table performance_test
  -- When the published version of its agent is tested.
  add column schedule text not null default 'Never' check (schedule in ('Never', 'Night', 'Week')),
  -- What such a run can cost, in micro-dollars. Null if there is no limit.
  add column schedule_ceiling float8 check (schedule_ceiling >= 0),
  -- The last night (UTC) on which the schedule was followed, and the last one on which a run was started.
  add column followed_for date,
  add column started_for date,
  -- Whether people were last told that a scheduled run wasn't good enough.
  add column is_alerted boolean not null default false;

-- Whether the test of the gate is run each night with the published version.
alter table publishing_gate add column nightly boolean not null default true;
