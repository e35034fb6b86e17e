-- What the questions of a brand, to an agent, or of a group's members can cost in a calendar month (UTC).
create table budget (
  id uuid primary key,
  -- A budget stays when its brand or agent is deleted, and is shown as such.
  brand_key text collate "C",
  gpt_system_id uuid references gpt_system,
  group_id text check (char_length(group_id) between 1 and 100),
  amount_usd numeric(12, 2) not null check (amount_usd > 0),
  -- From when on usage is counted. Null if it is from the start of the month in which the budget was created.
  counted_since timestamptz(3),
  -- The month and the used percentage that administrators were last notified of.
  told_month date,
  told_percent smallint check (told_percent in (80, 100)),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (num_nonnulls(brand_key, gpt_system_id, group_id) = 1)
);
create unique index budget_of_brand on budget (brand_key) where brand_key is not null;
create unique index budget_of_agent on budget (gpt_system_id) where gpt_system_id is not null;
create unique index budget_of_group on budget (group_id) where group_id is not null;
