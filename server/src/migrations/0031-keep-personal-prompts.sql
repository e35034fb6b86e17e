-- The prompts that people keep for themselves.

create table user_prompt (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  title text not null check (length(title) between 1 and 100),
  text text not null check (length(text) between 1 and 8000),
  position int not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index user_prompt_title on user_prompt (user_id, lower(title));
create index user_prompt_order on user_prompt (user_id, position, id);
