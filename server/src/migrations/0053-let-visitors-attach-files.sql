-- Visitors of public pages attach files, and tell what page they are on, where the page's settings allow it.

alter table public_endpoint add column allow_attachments boolean not null default false,
  add column allow_page_context boolean not null default false;

-- The owner is a user or a visitor's session, as of conversations and images.
alter table attachment add column owner_session_id uuid references public_session,
  alter column owner_user_id drop not null,
  -- Of the file in bytes; null for files attached before. The sum of visitors' files is limited.
  add column size bigint,
  add constraint attachment_has_one_owner check (num_nonnulls(owner_user_id, owner_session_id) = 1);
create index attachment_of_session on attachment (owner_session_id) where owner_session_id is not null;
-- What visitors of all pages have attached lately.
create index attachment_of_visitors on attachment (created_at) where owner_session_id is not null;

-- The page of another site from which a visitor asked, as that site described it.
alter table conversation_segment add column page_context jsonb;
