-- Read-only copies of a branch of a conversation, for whoever is signed in and has the id.

create table conversation_snapshot (
  -- 192 random bits: the link is what opens it.
  snapshot_id text primary key check (length(snapshot_id) = 32),
  conversation_id uuid not null references conversation on delete cascade,
  title text not null,
  -- What was asked and answered, with what it rests on; of that each reader gets what they may see.
  turns jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz
);
create index snapshot_of_conversation on conversation_snapshot (conversation_id, created_at desc);
