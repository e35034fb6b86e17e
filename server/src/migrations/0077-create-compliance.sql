-- How long conversations are stored, and what an instance forbids.
create table compliance (
  only_row boolean primary key default true check (only_row),
  mode text not null default 'Off' check (mode in ('Off', 'Standard', 'Strict')),
  -- Conversations without activity for so long are deleted. Null: they are stored until someone deletes them.
  retention_days int check (retention_days between 1 and 3650),
  -- How long a deleted conversation can be restored.
  deleted_retention_days int not null default 30 check (deleted_retention_days between 1 and 365),
  -- Whether model providers get placeholders instead of personal data.
  redacts_for_providers boolean not null default false,
  version int not null default 1,
  updated_at timestamptz(3) not null default now(),
  check (mode = 'Off' or retention_days is not null)
);
insert into compliance default values;

-- Once a part of a conversation is deleted, the rest follows: it's neither listed nor restored until then.
alter table conversation add column removing_since timestamptz,
  -- Conversations from elsewhere are as old as there, but are stored for as long as others from here on.
  add column imported_at timestamptz(3);
create index conversation_by_activity on conversation (last_activity_at);
create index removed_conversation on conversation (removing_since) where removing_since is not null;

-- What must not be deleted, because a court or an authority may ask for it.
create table legal_hold (
  id uuid primary key,
  -- Holds everything a person asked, or everything that was asked of an agent, and the agent.
  user_id uuid references app_user,
  gpt_system_id uuid references gpt_system,
  reason text not null check (char_length(reason) between 10 and 500),
  set_by uuid not null references app_user,
  set_at timestamptz(3) not null default now(),
  released_by uuid references app_user,
  released_at timestamptz(3),
  check (num_nonnulls(user_id, gpt_system_id) = 1),
  check ((released_at is null) = (released_by is null))
);
create index legal_hold_of_user on legal_hold (user_id) where released_at is null;
create index legal_hold_of_agent on legal_hold (gpt_system_id) where released_at is null;

-- Whether a conversation is under legal hold: because of who asked, its agent, or an agent that answered in it.
create function is_held_conversation(wanted uuid) returns boolean language sql stable as $$
  select exists (select from legal_hold h join conversation c on c.id = wanted where h.released_at is null
    and (h.user_id = c.owner_user_id or h.gpt_system_id = c.gpt_system_id
      or exists (select from conversation_segment t join gpt_system_configuration_state s on s.id = t.state_id
        where t.conversation_id = c.id and s.gpt_system_id = h.gpt_system_id)))
$$;

-- Whatever the program does, a conversation under legal hold keeps its rows, and what was sent with it.
create function keep_held_conversation() returns trigger language plpgsql as $$
begin
  if is_held_conversation(old.id) then
    raise exception 'Conversation % is under legal hold.', old.id using errcode = 'LH001';
  end if;
  return old;
end
$$;
create trigger keep_held before delete on conversation for each row execute function keep_held_conversation();

create function keep_held_part() returns trigger language plpgsql as $$
begin
  if is_held_conversation(old.conversation_id) then
    raise exception 'Conversation % is under legal hold.', old.conversation_id using errcode = 'LH001';
  end if;
  return old;
end
$$;
create trigger keep_held before delete on conversation_segment for each row execute function keep_held_part();
create trigger keep_held before delete on attachment for each row
  when (old.conversation_id is not null) execute function keep_held_part();
create trigger keep_held before delete on vision_image for each row
  when (old.conversation_id is not null) execute function keep_held_part();

-- How many conversations were deleted on which day, and why.
create table conversation_removal (
  day date not null,
  reason text not null check (reason in ('Retention', 'Deleted', 'Temporary')),
  conversations int not null,
  primary key (day, reason)
);
