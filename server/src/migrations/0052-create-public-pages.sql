-- Public pages of agents, and the sessions of their visitors, who own conversations and images like users do.

create table public_endpoint (
  gpt_system_id uuid primary key references gpt_system,
  gpt_public_endpoint text not null unique check (gpt_public_endpoint ~ '^[a-z0-9]([a-z0-9-]{1,61})[a-z0-9]$'),
  enabled boolean not null default false,
  brand_key text references brand,
  allowed_origins text[] not null check (cardinality(allowed_origins) <= 50),
  allow_vision boolean not null,
  allow_source_download boolean not null,
  messages_per_day int not null check (messages_per_day > 0),
  tokens_per_day bigint not null check (tokens_per_day > 0),
  cost_per_day_usd numeric(12, 2) check (cost_per_day_usd > 0),
  visitor_messages_per_day int not null check (visitor_messages_per_day > 0),
  network_messages_per_day int check (network_messages_per_day > 0),
  contact jsonb,
  privacy_url text,
  language text check (language in ('en', 'ar')),
  proof_of_work_bits int not null check (proof_of_work_bits between 0 and 24),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index public_endpoint_of_brand on public_endpoint (brand_key) where brand_key is not null;

-- Names of deleted and renamed pages. Only the same agent can use them again until then.
create table reserved_public_endpoint (
  gpt_public_endpoint text primary key,
  gpt_system_id uuid not null references gpt_system,
  reserved_until timestamptz not null
);

create table public_session (
  id uuid primary key,
  gpt_system_id uuid not null references gpt_system,
  -- SHA-256 of the secrets, which are stored nowhere.
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  previous_hash bytea unique check (length(previous_hash) = 32),
  previous_until timestamptz,
  -- Of the code with which a user can claim the session.
  claim_hash bytea unique check (length(claim_hash) = 32),
  claim_until timestamptz,
  -- Of the challenge that was solved for it. Each is good for one session.
  challenge_nonce uuid unique,
  -- The user who tests the page, whose questions don't count toward its budgets.
  tested_by uuid references app_user,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  check ((previous_hash is null) = (previous_until is null)),
  check ((claim_hash is null) = (claim_until is null))
);
create index public_session_of_page on public_session (gpt_system_id) where ended_at is null;
create index public_session_of_tester on public_session (tested_by) where tested_by is not null;
create index public_session_age on public_session (expires_at);

-- What isn't counted elsewhere on a day (UTC): questions that a budget refused, and sessions that users claimed.
create table public_endpoint_day (
  gpt_system_id uuid not null references gpt_system,
  day date not null,
  refused bigint not null default 0,
  claimed bigint not null default 0,
  primary key (gpt_system_id, day)
);

-- The owner is a user or a visitor's session.
alter table conversation add column owner_session_id uuid references public_session,
  alter column owner_user_id drop not null,
  add constraint conversation_has_one_owner check (num_nonnulls(owner_user_id, owner_session_id) = 1);
create index conversation_of_session on conversation (owner_session_id, last_activity_at desc, id desc)
  where owner_session_id is not null;

alter table conversation_segment add column owner_session_id uuid references public_session,
  alter column owner_user_id drop not null,
  add constraint segment_has_one_owner check (num_nonnulls(owner_user_id, owner_session_id) = 1);
create unique index segment_of_session_key on conversation_segment (owner_session_id, idempotency_key)
  where owner_session_id is not null;

alter table vision_image add column owner_session_id uuid references public_session,
  alter column owner_user_id drop not null,
  add constraint vision_image_has_one_owner check (num_nonnulls(owner_user_id, owner_session_id) = 1);
create index vision_image_of_session on vision_image (owner_session_id) where owner_session_id is not null;

-- An owner is a user or a visitor's session, and either row is locked.
create or replace function may_begin_run(owner uuid, most int) returns boolean language plpgsql as $$
begin
  perform from app_user where id = owner for no key update;
  if not found then
    perform from public_session where id = owner for no key update;
  end if;
  return (select count(*) from run where owner_id = owner and phase <> 'Ended') < most;
end $$;
