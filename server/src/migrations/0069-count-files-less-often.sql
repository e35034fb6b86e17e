-- Files pass through states that count alike. Their library's row then stays as it is, so that nothing waits for it.
create or replace function count_library_files() returns trigger language plpgsql as $$
declare
  was file%rowtype;
  becomes file%rowtype;
begin
  if tg_op <> 'INSERT' then was := old; end if;
  if tg_op <> 'DELETE' then becomes := new; end if;
  if tg_op = 'UPDATE' and counted(was) = counted(becomes)
    and (was.state = 'Ready') = (becomes.state = 'Ready') and (was.state = 'Failed') = (becomes.state = 'Failed')
    and coalesce(was.passages, 0) = coalesce(becomes.passages, 0) then return null; end if;
  update data_source set
    files = files + counted(becomes) - counted(was),
    files_ready = files_ready + case when becomes.state = 'Ready' then counted(becomes) else 0 end
      - case when was.state = 'Ready' then counted(was) else 0 end,
    files_failed = files_failed + case when becomes.state = 'Failed' then counted(becomes) else 0 end
      - case when was.state = 'Failed' then counted(was) else 0 end,
    passages = passages + counted(becomes) * coalesce(becomes.passages, 0) - counted(was) * coalesce(was.passages, 0)
  where data_source_id = coalesce(becomes.data_source_id, was.data_source_id);
  return null;
end $$;
