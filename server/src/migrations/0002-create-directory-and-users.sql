-- The embedded directory (accounts, groups, keys, protocol state), and the product's own users and sessions.

create table directory_user (
  object_id uuid primary key,
  user_name text not null check (length(user_name) between 1 and 320),
  display_name text not null check (length(display_name) between 1 and 200),
  email text,
  password_hash text,
  disabled boolean not null default false,
  demo boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index directory_user_name on directory_user (lower(user_name));

create table directory_group (
  object_id uuid primary key,
  display_name text not null check (length(display_name) between 1 and 200),
  description text not null default ''
);
create unique index directory_group_name on directory_group (lower(display_name));

create table directory_membership (
  group_id uuid not null references directory_group on delete cascade,
  user_id uuid not null references directory_user on delete cascade,
  primary key (group_id, user_id)
);
create index directory_membership_user on directory_membership (user_id);

-- Sessions, grants, codes and tokens of the OpenID provider. Bearer values stand here as hashes only.
create table directory_state (
  kind text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  expires_at timestamptz,
  primary key (kind, id)
);
create index directory_state_grant on directory_state (grant_id) where grant_id is not null;
create unique index directory_state_uid on directory_state (kind, uid) where uid is not null;
create index directory_state_end on directory_state (expires_at);

-- Signing key and cookie keys, encrypted with a key derived from SECRET_KEY.
create table directory_secret (
  name text primary key,
  ciphertext text not null,
  created_at timestamptz not null default now()
);

-- Tries of passwords: a hash of account and network, and how many were made until the window ends.
create table directory_try (
  subject text primary key,
  tries int not null,
  ends_at timestamptz not null
);

create table app_user (
  id uuid primary key,
  tenant_id text not null check (length(tenant_id) between 1 and 100),
  object_id text not null check (length(object_id) between 1 and 100),
  name text not null check (length(name) <= 200),
  user_name text not null check (length(user_name) <= 320),
  email text check (length(email) <= 320),
  source text not null default 'Directory' check (source in ('Directory', 'Invited')),
  disabled boolean not null default false,
  -- Null: could not be read, which is not the same as being in no group.
  group_ids text[],
  groups_read_at timestamptz,
  first_seen_at timestamptz,
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  constraint app_user_identity unique (tenant_id, object_id)
);

create table session (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  -- The directory's own session (`sid`): renewals of one browser stay one session.
  directory_session text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  user_agent text check (length(user_agent) <= 300),
  network text not null,
  check (expires_at <= created_at + interval '30 days')
);
create unique index session_of_directory on session (user_id, directory_session) where revoked_at is null;
create index session_end on session (expires_at);

create function refuse_unrevoking() returns trigger language plpgsql as $$
begin
  raise exception 'a revoked session stays revoked' using errcode = '42501';
end $$;
create trigger session_revocation_is_final before update on session
  for each row when (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
  execute function refuse_unrevoking();
