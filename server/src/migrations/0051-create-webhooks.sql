create table webhook (
  webhook_id uuid primary key,
  name text not null check (char_length(name) between 1 and 100),
  url text not null check (char_length(url) between 1 and 2000),
  -- Sealed with SECRET_KEY.
  secret text not null,
  events text[] not null check (cardinality(events) <= 50),
  enabled boolean not null,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- Without a foreign key: those of a deleted webhook are never sent, and are deleted with the old ones.
create table webhook_delivery (
  delivery_id uuid primary key,
  webhook_id uuid not null,
  event text not null check (char_length(event) between 1 and 50),
  body text not null check (octet_length(body) <= 8000),
  attempts int not null default 0,
  -- Null once it was delivered or given up.
  next_attempt_at timestamptz,
  delivered_at timestamptz(3),
  last_error text check (char_length(last_error) <= 50),
  last_status int,
  created_at timestamptz(3) not null default now()
);
create index delivery_of_webhook on webhook_delivery (webhook_id, created_at desc, delivery_id desc);
create index waiting_delivery on webhook_delivery (webhook_id, next_attempt_at) where next_attempt_at is not null;
create index delivery_by_age on webhook_delivery (created_at);
