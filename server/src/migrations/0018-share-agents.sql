-- What the owner of an agent shares with people and groups: to use it, or to change its drafts as well.

create table agent_share (
  id uuid primary key,
  gpt_system_id uuid not null references gpt_system on delete cascade,
  user_id uuid references app_user on delete cascade,
  group_id text check (length(group_id) between 1 and 100),
  share_right text not null check (share_right in ('Use', 'Edit')),
  created_by uuid references app_user on delete set null,
  created_at timestamptz not null default now(),
  check (num_nonnulls(user_id, group_id) = 1)
);
create unique index agent_share_with_user on agent_share (gpt_system_id, user_id) where user_id is not null;
create unique index agent_share_with_group on agent_share (gpt_system_id, group_id) where group_id is not null;
create index agent_share_of_user on agent_share (user_id) where user_id is not null;
create index agent_share_of_group on agent_share (group_id) where group_id is not null;
