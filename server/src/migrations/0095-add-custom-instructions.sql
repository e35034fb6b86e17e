-- What people tell all agents about themselves, and how they want answers.
create table custom_instructions (
  user_id uuid primary key references app_user on delete cascade,
  enabled boolean not null default true,
  about text not null default '' check (char_length(about) <= 4000),
  style text not null default '' check (char_length(style) <= 4000),
  version int not null default 1,
  updated_at timestamptz(3) not null default now()
);

-- Whether an agent gets them. Its owner can decide otherwise.
alter table gpt_system_configuration_state add column uses_custom_instructions boolean not null default true;
