-- What administrators tell people, or visitors of public pages, for some time.
create table announcement (
  id uuid primary key,
  text_en text not null,
  text_ar text not null,
  -- An announcement stays when its brand is deleted, and is shown nowhere.
  brand_key text collate "C",
  -- Directory groups. Empty for everyone.
  group_ids text[] not null check (cardinality(group_ids) <= 50),
  importance text not null check (importance in ('Info', 'Important', 'Maintenance')),
  for_visitors boolean not null,
  shown_from timestamptz(3) not null,
  shown_to timestamptz(3) not null check (shown_to > shown_from),
  -- When a maintenance begins.
  starts_at timestamptz(3) check ((starts_at is not null) = (importance = 'Maintenance')),
  -- Grows when people are asked to read it again.
  edition int not null default 1,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- A deleted announcement can be restored with its receipts until a job removes it.
  deleted_at timestamptz(3),
  check (text_en <> '' or text_ar <> '')
);
create index announcement_by_end on announcement (shown_to, id);
create index announcement_deleted on announcement (deleted_at) where deleted_at is not null;

-- Who has read which edition of an announcement, and when first.
create table announcement_receipt (
  announcement_id uuid not null references announcement,
  edition int not null,
  user_id uuid not null references app_user,
  read_at timestamptz(3) not null,
  primary key (announcement_id, edition, user_id)
);
create index announcement_receipt_by_time on announcement_receipt (announcement_id, edition, read_at, user_id);
create index announcement_receipt_of_user on announcement_receipt (user_id);
