-- What somebody's roles come to is kept in memory under a mark, which every change of roles replaces in its own
-- transaction. It is random and not counted: a number would come twice where a standby takes over that lacks the last
-- changes.

create table roles_mark (
  only_row boolean primary key default true check (only_row),
  mark uuid not null default gen_random_uuid()
);
insert into roles_mark default values;

create function mark_change_of_roles() returns trigger language plpgsql as $$
begin
  update roles_mark set mark = gen_random_uuid();
  return null;
end $$;
create trigger roles_marked after insert or update or delete or truncate on user_role
  for each statement execute function mark_change_of_roles();
create trigger assignments_marked after insert or update or delete or truncate on user_role_assignment
  for each statement execute function mark_change_of_roles();
create trigger entity_configurations_marked after insert or update or delete or truncate on role_entity_configuration
  for each statement execute function mark_change_of_roles();
