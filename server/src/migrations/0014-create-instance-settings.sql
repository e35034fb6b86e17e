-- What an administrator sets for the whole instance, the keys of its providers, and what is known of their deployments.

create table instance_settings (
  one boolean primary key default true check (one),
  name text not null default 'Parlance' check (char_length(name) between 1 and 100),
  -- Null until somebody has set it: then the configuration's holds.
  organization_name text check (char_length(organization_name) between 1 and 200),
  release_notes_url text check (char_length(release_notes_url) <= 2000),
  error_reporting_dsn text check (char_length(error_reporting_dsn) <= 2000),
  personal_agent_limit int not null default 20 check (personal_agent_limit between 0 and 1000),
  people_search text not null default 'SharedGroups' check (people_search in ('SharedGroups', 'All')),
  memory_allowed boolean not null default false,
  default_language_engine text
    check (default_language_engine in ('OpenAI', 'AzureOpenAI', 'Anthropic', 'OpenAICompatible')),
  default_deployment_name text check (char_length(default_deployment_name) between 1 and 200),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  check ((default_language_engine is null) = (default_deployment_name is null))
);
insert into instance_settings default values;

-- Flags that were set on the screen; the others are as the configuration has them.
create table feature_flag (
  name text collate "C" primary key check (name in ('ShowFooter', 'ShowInstanceSettingsPage',
    'AllowUserCreatedGptSystems', 'AllowPersonalAccessKeys', 'AllowConversationSnapshots', 'AllowPublicEndpoints',
    'AllowMcp')),
  enabled boolean not null,
  updated_at timestamptz not null default now()
);

create table tool (
  name text collate "C" primary key
    check (name in ('CodeInterpreter', 'FileSearch', 'Vision', 'WebSearch', 'ImageGeneration')),
  enabled boolean not null,
  approved boolean not null,
  updated_at timestamptz not null default now(),
  version int not null default 1
);

-- Encrypted for one kind, one provider and one host. Without a ciphertext the provider asks for no key.
create table api_key (
  kind text not null check (kind in ('SearchApiKey', 'LanguageModelProviderApiKey')),
  provider text not null,
  ciphertext text,
  last_four text not null check (char_length(last_four) in (0, 4)),
  endpoint text check (char_length(endpoint) between 1 and 2000),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (kind, provider),
  check (provider in ('Bing', 'Brave', 'SearXNG') and kind = 'SearchApiKey'
    or provider in ('OpenAI', 'AzureOpenAI', 'Anthropic', 'OpenAICompatible')
      and kind = 'LanguageModelProviderApiKey')
);
create unique index one_search_key on api_key (kind) where kind = 'SearchApiKey';

-- What came of the last try of a key, also of one that the environment has set. It outlives a backup without secrets.
create table api_key_test (
  kind text not null,
  provider text not null,
  outcome text not null,
  milliseconds int not null,
  at timestamptz not null default now(),
  primary key (kind, provider)
);

create table deployment (
  language_engine text not null
    check (language_engine in ('OpenAI', 'AzureOpenAI', 'Anthropic', 'OpenAICompatible')),
  deployment_name text collate "C" not null check (char_length(deployment_name) between 1 and 200),
  purposes text[] not null
    check (purposes <@ array['Chat', 'Embedding', 'Image', 'Transcription', 'Judge']),
  approved boolean not null default false,
  -- Null for one that was typed in and that no list of the provider has named yet.
  last_probe timestamptz,
  gone boolean not null default false,
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (language_engine, deployment_name)
);
