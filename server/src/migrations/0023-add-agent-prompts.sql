-- The questions that agents offer ready-made.

create table agent_prompt (
  id uuid primary key,
  gpt_system_id uuid not null references gpt_system on delete cascade,
  title text not null check (length(title) between 1 and 100),
  text text not null check (length(text) between 1 and 8000),
  position int not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index agent_prompt_title on agent_prompt (gpt_system_id, lower(title));
create index agent_prompt_order on agent_prompt (gpt_system_id, position, id);
