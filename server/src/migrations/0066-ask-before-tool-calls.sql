-- Calls of tools that wait for the person who asked, and what they decided. Another process can take the decision.

create table tool_approval (
  segment_id uuid not null references conversation_segment on delete cascade,
  tool_call_id text not null check (char_length(tool_call_id) between 1 and 64),
  tool text not null check (char_length(tool) between 1 and 100),
  -- Who receives what the call sends.
  recipient text not null check (char_length(recipient) between 1 and 100),
  state text not null default 'Waiting' check (state in ('Waiting', 'Approved', 'Declined', 'Expired')),
  -- The decision applies to all calls of the tool by this agent to this recipient in this conversation.
  for_conversation boolean not null default false,
  asked_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (segment_id, tool_call_id),
  check ((state = 'Waiting') = (decided_at is null))
);
