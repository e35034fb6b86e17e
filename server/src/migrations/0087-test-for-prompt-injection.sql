-- Built-in tests for prompt injection. They have runs like other tests, but no cases: those are part of the program.

alter table performance_test add kind text not null default 'Cases' check (kind in ('Cases', 'Injection'));
drop index performance_test_name;
create unique index performance_test_name on performance_test (gpt_system_id, lower(name))
  where deleted_at is null and kind = 'Cases';
create unique index performance_test_injection on performance_test (gpt_system_id)
  where deleted_at is null and kind = 'Injection';

-- What an answer to a case of a built-in test did: whether it obeyed, what left, and whether the attack reached the model.
alter table performance_result add findings jsonb;
