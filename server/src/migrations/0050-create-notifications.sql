create table notification (
  notification_id uuid primary key,
  user_id uuid not null references app_user,
  -- Another person whose doing it reports, and who may be named in it.
  about_user_id uuid references app_user,
  kind text not null check (char_length(kind) between 1 and 50),
  params jsonb not null check (octet_length(params::text) <= 4000),
  path text not null check (path like '/%' and char_length(path) <= 500),
  -- What several reports of the same are combined by, as long as the person hasn't read them.
  topic text check (char_length(topic) <= 200),
  listed boolean not null,
  -- Null if no email is sent, or once it was.
  email_after timestamptz,
  email_attempts int not null default 0,
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3)
);
create index notification_of_user on notification (user_id, created_at desc, notification_id desc) where listed;
create index unread_notification on notification (user_id) where listed and read_at is null;
-- One that isn't listed can't be read, so it is over once its email is sent.
create unique index notification_topic on notification (user_id, topic)
  where read_at is null and (listed or email_after is not null);
create index notification_by_topic on notification (topic) where topic is not null;
create index notification_to_email on notification (email_after) where email_after is not null;
create index notification_about_user on notification (about_user_id) where about_user_id is not null;
create index notification_by_age on notification (created_at);

create table notification_preference (
  user_id uuid not null references app_user,
  kind text not null check (char_length(kind) between 1 and 50),
  listed boolean not null,
  emailed boolean not null,
  primary key (user_id, kind)
);

alter table app_user add column email_language text not null default 'en' check (email_language in ('en', 'ar'));
