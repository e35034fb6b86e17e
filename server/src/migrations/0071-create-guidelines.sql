-- Guidelines that people read and accept before they ask an agent something.

create table guidelines_document (
  id uuid primary key,
  title text not null check (char_length(title) between 1 and 200),
  require_consent boolean not null,
  -- Like the content hash of a version. It changes with the title and the sections.
  draft_hash text not null check (draft_hash ~ '^[0-9a-f]{64}$'),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create unique index guidelines_document_title on guidelines_document (lower(title)) where deleted_at is null;
create index guidelines_document_change on guidelines_document (updated_at, id) where deleted_at is null;

-- The links stay when an agent or a brand is deleted, and are shown as such.
create table guidelines_link (
  document_id uuid not null references guidelines_document,
  gpt_system_id uuid references gpt_system,
  brand_key text collate "C",
  check (num_nonnulls(gpt_system_id, brand_key) = 1)
);
create unique index guidelines_link_to_agent on guidelines_link (gpt_system_id, document_id) where gpt_system_id is not null;
create unique index guidelines_link_to_brand on guidelines_link (brand_key, document_id) where brand_key is not null;
create index guidelines_link_of_document on guidelines_link (document_id);

-- The sections of the draft.
create table guidelines_section (
  id uuid primary key,
  document_id uuid not null references guidelines_document,
  position int not null check (position between 1 and 100),
  heading text not null check (char_length(heading) between 1 and 200),
  text text not null check (char_length(text) <= 50000),
  is_instruction boolean not null,
  version int not null default 1,
  constraint guidelines_section_position unique (document_id, position) deferrable initially deferred
);

create table guidelines_version (
  document_id uuid not null references guidelines_document,
  version int not null check (version >= 1),
  effective_at timestamptz(3) not null,
  note text not null check (char_length(note) <= 500),
  title text not null,
  -- The frozen sections in order, with the contract's names.
  sections jsonb not null,
  section_count int not null generated always as (jsonb_array_length(sections)) stored check (section_count between 1 and 100),
  -- Read for every question, so that the other sections don't have to be.
  instructions jsonb not null generated always as
    (jsonb_path_query_array(sections, '$[*] ? (@.isInstruction == true)')) stored,
  content_hash text not null check (content_hash ~ '^[0-9a-f]{64}$'),
  published_at timestamptz(3) not null default now(),
  published_by uuid references app_user,
  primary key (document_id, version)
);
create index guidelines_version_in_effect on guidelines_version (document_id, effective_at desc, version desc);
create trigger guidelines_version_is_final before update or delete on guidelines_version
  for each row execute function refuse_change();

create trigger guidelines_version_is_kept before truncate on guidelines_version
  for each statement execute function refuse_change();

create table guidelines_template (
  id uuid primary key,
  title text not null check (char_length(title) between 1 and 200),
  description text not null check (char_length(description) <= 500),
  language text not null check (language in ('en', 'ar')),
  sections jsonb not null check (jsonb_array_length(sections) between 1 and 100),
  version int not null default 1,
  updated_at timestamptz(3) not null default now()
);
create unique index guidelines_template_title on guidelines_template (lower(title));

create table guidelines_consent (
  id uuid primary key,
  document_id uuid not null,
  version int not null,
  -- Null for visitors, and once the user is erased.
  user_id uuid references app_user,
  -- A visitor's session, which is deleted long before its consents.
  session_id uuid,
  at timestamptz(3) not null default now(),
  content_hash text not null,
  foreign key (document_id, version) references guidelines_version,
  check (num_nonnulls(user_id, session_id) <= 1)
);
create unique index guidelines_consent_of_user on guidelines_consent (user_id, document_id, version) where user_id is not null;
create unique index guidelines_consent_of_session on guidelines_consent (session_id, document_id, version)
  where session_id is not null;
create index guidelines_consent_by_time on guidelines_consent (document_id, at desc, id desc);
create index guidelines_consent_of_version on guidelines_consent (document_id, version, at desc, id desc);

-- Consents stay as they are. Only the person can be erased.
create function keep_guidelines_consents() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.user_id is not null and new.user_id is null
      and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id' then
    return new;
  end if;
  raise exception 'consents are never changed or removed' using errcode = '42501';
end $$;
create trigger guidelines_consent_is_final before update or delete on guidelines_consent
  for each row execute function keep_guidelines_consents();
create trigger guidelines_consent_is_kept before truncate on guidelines_consent
  for each statement execute function keep_guidelines_consents();

-- When people were last reminded, and reminders that are still to be sent.
create table guidelines_reminder (
  document_id uuid not null references guidelines_document,
  user_id uuid not null references app_user,
  -- The agent that they can ask once they accept.
  gpt_system_id uuid not null references gpt_system,
  reminded_at timestamptz(3) not null default now(),
  is_sent boolean not null default false,
  primary key (document_id, user_id)
);
create index guidelines_reminder_to_send on guidelines_reminder (document_id) where not is_sent;
create index guidelines_reminder_of_user on guidelines_reminder (user_id);
