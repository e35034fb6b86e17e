-- The audit log is looked through: by person, area, object, time and outcome, the newest first, and by words.

-- Whether an entry's object came into being or went with it; of a change of one that stays, nothing.
alter table audit_entry add column effect text check (effect in ('Made', 'Removed'));

-- Of an entry's body only the names of its fields, so that a search reads no values.
alter table audit_entry add column search_text text generated always as (lower(actor_name || E'\n' || entity_name
  || E'\n' || entity_id || E'\n' || jsonb_path_query_array(changes, '$[*].field')::text)) stored;

create index audit_entry_by_time on audit_entry (at desc, seq desc);
create index audit_entry_by_actor on audit_entry (actor_user_id, at desc, seq desc);
drop index audit_entry_area;
create index audit_entry_by_area on audit_entry (area, at desc, seq desc);
create index audit_entry_by_entity on audit_entry (entity_id, at desc, seq desc);
create index audit_entry_not_done on audit_entry (outcome, at desc, seq desc) where outcome <> 'Done';

-- The end of the chain moves on with each entry, and in no other way.
create function keep_audit_head() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.seq = old.seq + 1 and new.only_row = old.only_row then
    return new;
  end if;
  raise exception 'the head of the audit log goes forward by one and is never removed' using errcode = '42501';
end $$;
create trigger audit_head_goes_forward before update or delete on audit_head
  for each row execute function keep_audit_head();
create trigger audit_head_stays before truncate on audit_head
  for each statement execute function keep_audit_head();
