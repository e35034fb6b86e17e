-- Who may do what: roles, what they hold for single objects, who has them; and what people, sessions and policies need
-- for it.

create table user_role (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  name_key text not null,
  description text not null default '' check (length(description) <= 500),
  -- As given; what they imply is added where they are read.
  actions text[] not null,
  built_in boolean not null default false,
  is_default boolean not null default false,
  created_by uuid references app_user on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  check (array_position(actions, null) is null)
);
create unique index user_role_name_key_key on user_role (name_key);
create unique index one_default_role on user_role (is_default) where is_default;

insert into user_role (id, name, name_key, description, actions, built_in, is_default) values
  ('0b7d3f1e-0000-4000-8000-000000000001', 'Administrator', 'administrator', 'May do everything.', array[
    'GptSystemsRead', 'GptSystemsCreate', 'GptSystemsWrite', 'GptSystemConfigurationsRead', 'GptSystemsPublish',
    'GptSystemsApprove', 'DataSourcesRead', 'DataSourcesCreate', 'DataSourcesWrite', 'BrandsRead', 'BrandsCreate',
    'BrandsWrite', 'ChatAccessPoliciesRead', 'ChatAccessPoliciesCreate', 'ChatAccessPoliciesWrite', 'UserRolesRead',
    'UserRolesCreate', 'UserRolesWrite', 'GuidelinesDocumentsRead', 'GuidelinesDocumentsCreate',
    'GuidelinesDocumentsWrite', 'GuidelinesConsentsRead', 'UserRead', 'UserCreate', 'UserWrite',
    'UserRolePermissionsRead', 'UserRolePermissionsCreate', 'UserRolePermissionsWrite', 'UserConversationsRead',
    'AnalyticsRead', 'AnalyticsCreate', 'AnalyticsWrite', 'ConfigurationAuditLogRead', 'InstanceSettingsRead',
    'InstanceSettingsWrite', 'McpServersRead', 'McpServersCreate', 'McpServersWrite', 'ConfigurationFilesRead',
    'ConfigurationFilesWrite'], true, false),
  ('0b7d3f1e-0000-4000-8000-000000000002', 'User', 'user', 'Everybody who is signed in.',
    array['GptSystemsRead'], true, true),
  ('0b7d3f1e-0000-4000-8000-000000000003', 'Agent author', 'agent author',
    'Makes agents and file libraries, and changes and publishes those of their own.',
    array['GptSystemsRead', 'GptSystemsCreate', 'GptSystemsPublish', 'DataSourcesCreate', 'McpServersRead'], true, false),
  ('0b7d3f1e-0000-4000-8000-000000000004', 'Analyst', 'analyst',
    'Reads the dashboard and the register of consents, and runs performance tests.',
    array['GptSystemsRead', 'GuidelinesConsentsRead', 'AnalyticsRead', 'AnalyticsCreate'], true, false);

-- What a release says of the built-in roles, only the migration of a later one says otherwise.
create function keep_built_in_roles() returns trigger language plpgsql as $$
begin
  if old.built_in or (tg_op = 'UPDATE' and new.built_in) then
    raise exception 'built-in roles stay as they are' using errcode = '42501';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger built_in_roles_stay before update or delete on user_role
  for each row execute function keep_built_in_roles();

create table user_role_assignment (
  id uuid primary key,
  user_role_id uuid not null references user_role,
  user_id uuid references app_user on delete cascade,
  group_id text check (length(group_id) between 1 and 100),
  created_by uuid references app_user on delete set null,
  created_at timestamptz not null default now(),
  check (num_nonnulls(user_id, group_id) = 1),
  -- Everybody holds it already.
  check (user_role_id <> '0b7d3f1e-0000-4000-8000-000000000002')
);
create unique index user_role_of_user on user_role_assignment (user_id, user_role_id) where user_id is not null;
create unique index user_role_of_group on user_role_assignment (group_id, user_role_id) where group_id is not null;
create index user_role_holders on user_role_assignment (user_role_id);

-- The single agents and file libraries that *Specific* actions are held for, by a role or by one person.
create table role_entity_configuration (
  id uuid primary key,
  user_role_id uuid references user_role on delete cascade,
  user_id uuid references app_user on delete cascade,
  action text not null check (action in
    ('GptSystemsReadSpecific', 'GptSystemsWriteSpecific', 'DataSourcesReadSpecific', 'DataSourcesWriteSpecific')),
  gpt_system_id uuid references gpt_system on delete cascade,
  data_source_id uuid references data_source on delete cascade,
  created_at timestamptz not null default now(),
  check (num_nonnulls(user_role_id, user_id) = 1),
  check (num_nonnulls(gpt_system_id, data_source_id) = 1),
  check ((action like 'GptSystems%') = (gpt_system_id is not null))
);
create unique index role_entity_configuration_once on role_entity_configuration
  (coalesce(user_role_id, user_id), action, coalesce(gpt_system_id, data_source_id));
create index role_entity_configuration_role on role_entity_configuration (user_role_id) where user_role_id is not null;
create index role_entity_configuration_user on role_entity_configuration (user_id) where user_id is not null;
create index role_entity_configuration_agent on role_entity_configuration (gpt_system_id) where gpt_system_id is not null;
create index role_entity_configuration_source on role_entity_configuration (data_source_id) where data_source_id is not null;

alter table app_user add column removed_at timestamptz;
alter table app_user add column blanked_at timestamptz;
-- Id tokens from before are refused: whoever was signed out has to sign in at the directory anew.
alter table app_user add column sessions_ended_at timestamptz;
alter table app_user add check (removed_at is null or disabled);
create index app_user_name on app_user (lower(name), id) where removed_at is null;
create index app_user_user_name on app_user (lower(user_name), id) where removed_at is null;
create index app_user_last_seen on app_user (last_seen_at desc nulls last, id) where removed_at is null;
create index session_of_user on session (user_id, last_seen_at desc);

-- Somebody who is let in holds Administrator directly, whatever is taken away at once: the row of the role is locked by
-- whoever takes away, so that two who take from each other follow one another.
create function keep_an_administrator() returns trigger language plpgsql as $$
begin
  perform from user_role where id = '0b7d3f1e-0000-4000-8000-000000000001' for update;
  if not exists (select from user_role_assignment a join app_user u on u.id = a.user_id
      where a.user_role_id = '0b7d3f1e-0000-4000-8000-000000000001' and not u.disabled) then
    raise exception 'one enabled person at least is Administrator'
      using errcode = '23514', constraint = 'one_administrator_stays';
  end if;
  return null;
end $$;
create constraint trigger one_administrator_stays_assigned after delete or update on user_role_assignment
  deferrable initially deferred for each row
  when (old.user_role_id = '0b7d3f1e-0000-4000-8000-000000000001' and old.user_id is not null)
  execute function keep_an_administrator();
-- People who are no administrators are disabled without that lock.
create function keep_an_administrator_enabled() returns trigger language plpgsql as $$
begin
  if exists (select from user_role_assignment a
      where a.user_id = new.id and a.user_role_id = '0b7d3f1e-0000-4000-8000-000000000001') then
    perform from user_role where id = '0b7d3f1e-0000-4000-8000-000000000001' for update;
    if not exists (select from user_role_assignment a join app_user u on u.id = a.user_id
        where a.user_role_id = '0b7d3f1e-0000-4000-8000-000000000001' and not u.disabled) then
      raise exception 'one enabled person at least is Administrator'
        using errcode = '23514', constraint = 'one_administrator_stays';
    end if;
  end if;
  return null;
end $$;
create constraint trigger one_administrator_stays_enabled after update of disabled on app_user
  deferrable initially deferred for each row when (new.disabled and not old.disabled)
  execute function keep_an_administrator_enabled();

alter table chat_access_policy add column brand_key text references brand;
create table chat_access_policy_limit (
  policy_id uuid not null references chat_access_policy on delete cascade,
  kind text not null check (kind in ('Messages', 'Tokens', 'Money')),
  per text not null check (per in ('Day', 'Month')),
  counted text not null check (counted in ('EachPerson', 'Pool')),
  amount numeric not null check (amount > 0),
  primary key (policy_id, kind, per, counted)
);
create index chat_access_policy_subject_of on chat_access_policy_subject (kind, subject_id);
create index chat_access_policy_agent on chat_access_policy_gpt_system (gpt_system_id);

-- One-time links that set a password: hashes of what their bearers show.
create table directory_password_link (
  token_hash text primary key,
  object_id uuid not null references directory_user on delete cascade,
  expires_at timestamptz not null
);
create index directory_password_link_end on directory_password_link (expires_at);
create index directory_state_account on directory_state ((payload ->> 'accountId')) where payload ? 'accountId';
