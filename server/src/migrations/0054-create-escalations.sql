-- Conversations that visitors of public pages send to the team behind the page.

alter table public_endpoint
  -- Where they are sent. Null if nowhere.
  add column escalation jsonb,
  -- What requests to a webhook are signed with. Sealed with SECRET_KEY.
  add column escalation_secret text,
  add constraint escalation_has_its_secret
    check ((escalation_secret is not null) = coalesce(escalation ->> 'kind' = 'Webhook', false));

create table escalation (
  escalation_id uuid primary key,
  -- It goes with the conversation.
  conversation_id uuid not null references conversation,
  -- The last question when it was sent. Later ones aren't part of it.
  leaf_segment_id uuid not null,
  -- The page on which it was sent is that of this agent.
  gpt_system_id uuid not null references gpt_system,
  reply_to text not null check (char_length(reply_to) between 1 and 254),
  attempts int not null default 0,
  -- Null once it was sent or given up.
  next_attempt_at timestamptz,
  sent_at timestamptz(3),
  last_error text check (char_length(last_error) <= 50),
  last_status int,
  created_at timestamptz(3) not null default now()
);
create index escalation_of_conversation on escalation (conversation_id, created_at desc);
create index escalation_of_page on escalation (gpt_system_id, created_at desc);
create index waiting_escalation on escalation (gpt_system_id, next_attempt_at) where next_attempt_at is not null;

-- How many were sent on a day (UTC). Deleting conversations doesn't start a new count.
create table escalation_count (
  gpt_system_id uuid not null references gpt_system,
  day date not null,
  -- The page as a whole, a visitor's session, or a network as a keyed hash.
  subject text not null check (char_length(subject) between 1 and 100),
  sent int not null,
  primary key (gpt_system_id, day, subject)
);
create index escalation_count_by_day on escalation_count (day);
