-- The guided setup of an agent from a website or from files. The agent, its library, and its public page are created
-- together with the row; what follows is only work on them, which can be repeated.
create table agent_setup (
  setup_id uuid primary key,
  owner_user_id uuid not null references app_user on delete cascade,
  source text not null check (source in ('Site', 'Files')),
  url text check (char_length(url) <= 2000),
  -- The host and port of the site. Only one process at a time reads from it.
  host text,
  name text not null,
  language text not null check (language in ('en', 'ar')),
  data_source_id uuid not null references data_source on delete cascade,
  gpt_system_id uuid not null references gpt_system,
  state_id uuid not null,
  gpt_public_endpoint text,
  files_chosen int check (files_chosen >= 0),
  phase text not null check (phase in ('Uploading', 'Reading', 'Indexing', 'Done', 'Failed')),
  failure text,
  -- Links that weren't followed because of the limits.
  beyond_limit int not null default 0,
  starters int not null default 0,
  attempts int not null default 0,
  lease_holder uuid,
  lease_until timestamptz,
  phase_since timestamptz not null default now(),
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz,
  check ((source = 'Site') = (url is not null)),
  check ((source = 'Site') = (host is not null)),
  check ((source = 'Files') = (files_chosen is not null)),
  check ((phase in ('Done', 'Failed')) = (finished_at is not null)),
  check ((phase = 'Failed') = (failure is not null))
);
create index setup_of_owner on agent_setup (owner_user_id, created_at desc, setup_id desc);
create index setup_of_library on agent_setup (data_source_id);
create index setup_of_agent on agent_setup (gpt_system_id);
create index waiting_setup on agent_setup (created_at, setup_id) where phase in ('Reading', 'Indexing');
create unique index one_reader_a_host on agent_setup (host) where phase = 'Reading' and lease_holder is not null;

-- The pages of a site, in the order in which they are read.
create table agent_setup_page (
  setup_id uuid not null references agent_setup on delete cascade,
  ordinal int not null,
  url text not null,
  problem text,
  status int,
  file_name text,
  folder text,
  bytes int not null default 0,
  done boolean not null default false,
  primary key (setup_id, ordinal),
  unique (setup_id, url)
);
