-- The agents that somebody has pinned, in their order.

create table pinned_gpt_system (
  user_id uuid not null references app_user on delete cascade,
  gpt_system_id uuid not null references gpt_system on delete cascade,
  position int not null,
  primary key (user_id, gpt_system_id)
);
create index pinned_gpt_system_of_agent on pinned_gpt_system (gpt_system_id);
