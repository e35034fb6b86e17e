-- Agents, the versions of their configuration, and who may chat with them.

create table gpt_system (
  id uuid primary key,
  gpt_system_type text not null check (gpt_system_type in ('User', 'System')),
  owner_user_id uuid references app_user,
  published_state_id uuid,
  created_by uuid references app_user,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  deleted_at timestamptz,
  check ((gpt_system_type = 'User') = (owner_user_id is not null))
);

create table gpt_system_configuration_state (
  id uuid primary key,
  gpt_system_id uuid not null references gpt_system,
  number int not null check (number > 0),
  status text not null check (status in ('Draft', 'InReview', 'Published', 'Past')),
  name text not null check (length(name) <= 150),
  description text not null check (length(description) <= 500),
  system_prompt text not null check (length(system_prompt) <= 32000),
  introduction text not null check (length(introduction) <= 2000),
  top_p float8 not null check (top_p between 0 and 1),
  frequency_penalty float8 not null check (frequency_penalty between -2 and 2),
  temperature float8 not null check (temperature between 0 and 2),
  max_tokens int not null check (max_tokens between 1 and 128000),
  deployment_name text,
  language_engine text not null
    check (language_engine in ('OpenAI', 'AzureOpenAI', 'Anthropic', 'OpenAICompatible', 'BuiltIn')),
  capability_types text[] not null,
  restrict_answer boolean not null,
  starter_questions text[] not null check (cardinality(starter_questions) <= 6),
  created_by uuid references app_user,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  unique (gpt_system_id, number),
  unique (gpt_system_id, id),
  check (language_engine = 'BuiltIn' or deployment_name is not null or status = 'Draft')
);
create unique index one_draft_an_agent on gpt_system_configuration_state (gpt_system_id) where status = 'Draft';
create unique index one_published_state_an_agent on gpt_system_configuration_state (gpt_system_id) where status = 'Published';
alter table gpt_system add constraint published_state_is_its_own
  foreign key (id, published_state_id) references gpt_system_configuration_state (gpt_system_id, id);

-- Only a draft changes; of any other state only its status.
create function keep_states_that_are_no_drafts() returns trigger language plpgsql as $$
begin
  if old.status <> 'Draft' and (to_jsonb(new) - 'status' - 'updated_at' - 'version')
      is distinct from (to_jsonb(old) - 'status' - 'updated_at' - 'version') then
    raise exception 'a state that is no draft is never changed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger states_that_are_no_drafts_stay before update on gpt_system_configuration_state
  for each row execute function keep_states_that_are_no_drafts();

create table gpt_system_rag_data_source (
  id uuid primary key,
  state_id uuid not null references gpt_system_configuration_state on delete cascade,
  data_source_id uuid not null references data_source,
  top_k int not null default 5 check (top_k between 1 and 20),
  use_graph boolean not null default true,
  -- Whose right on the source the link rests on.
  linked_by uuid references app_user,
  created_at timestamptz not null default now(),
  unique (state_id, data_source_id)
);
create index rag_data_source_of_source on gpt_system_rag_data_source (data_source_id);

create table publication (
  id uuid primary key,
  gpt_system_id uuid not null references gpt_system,
  state_id uuid references gpt_system_configuration_state,
  kind text not null check (kind in ('Publish', 'RollBack', 'Unpublish')),
  note text not null check (length(note) <= 1000),
  by_user_id uuid references app_user,
  at timestamptz not null default now()
);
create index publication_of_agent on publication (gpt_system_id, at desc);
create trigger publication_is_final before update or delete on publication
  for each row execute function refuse_change();

create table chat_access_policy (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 500),
  enabled boolean not null default true,
  all_gpt_systems boolean not null,
  valid_from timestamptz,
  valid_to timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  check (valid_to > valid_from)
);
create unique index chat_access_policy_name on chat_access_policy (lower(name));

create table chat_access_policy_subject (
  policy_id uuid not null references chat_access_policy on delete cascade,
  kind text not null check (kind in ('EveryoneSignedIn', 'User', 'Group', 'PublicEndpoint')),
  subject_id text not null default '',
  primary key (policy_id, kind, subject_id),
  check ((kind = 'EveryoneSignedIn') = (subject_id = ''))
);

create table chat_access_policy_gpt_system (
  policy_id uuid not null references chat_access_policy on delete cascade,
  gpt_system_id uuid not null references gpt_system on delete cascade,
  primary key (policy_id, gpt_system_id)
);
