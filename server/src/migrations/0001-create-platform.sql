-- What every feature stands on: the audit log and the register of idempotency keys.

create table audit_entry (
  id uuid primary key,
  seq bigint not null unique check (seq > 0),
  at timestamptz not null,
  actor_user_id uuid,
  actor_name text not null,
  actor_kind text not null check (actor_kind in ('User', 'AccessKey', 'ConfigurationFiles', 'System')),
  area text not null,
  verb text not null,
  entity_type text not null,
  entity_id text not null,
  entity_name text not null,
  outcome text not null check (outcome in ('Done', 'Refused', 'Failed')),
  changes jsonb not null,
  reason text,
  request_id text not null,
  network text,
  user_agent text,
  previous_hash text not null,
  hash text not null
);
create index audit_entry_area on audit_entry (area, seq desc);

-- The end of the chain: one row, locked by every writer, so that seq has no gaps and no fork.
create table audit_head (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash text not null
);
insert into audit_head (seq, hash) values (0, '');

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name using errcode = '42501';
end $$;
create trigger audit_entry_is_final before update or delete on audit_entry
  for each row execute function refuse_change();
create trigger audit_entry_stays before truncate on audit_entry
  for each statement execute function refuse_change();

create table idempotency_key (
  owner text not null,
  key text not null,
  operation text not null,
  body_hash text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (owner, key)
);
create index idempotency_key_age on idempotency_key (created_at);

-- What the first start has put in, so that it happens once, whichever process comes first.
create table seed (
  name text primary key,
  at timestamptz not null default now()
);
