-- Brands: how an installation looks and under which names it is reached. A column that is null is left to the defaults.

-- A theme is a set of colours and one switch. What stands in a style sheet is checked here too.
create function is_colour(value jsonb) returns boolean language sql immutable as $$
  select jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^#[0-9a-f]{6}$'
$$;
create function is_theme(theme jsonb) returns boolean language sql immutable as $$
  select jsonb_typeof(theme) = 'object' and not exists (select from jsonb_each(theme) as field where not coalesce(
    case
      when field.key in ('primary', 'secondary', 'info', 'success', 'warning', 'error', 'menu')
        then jsonb_typeof(field.value) = 'object'
          and (select count(*) = 6 and bool_and(is_colour(colour.value) and colour.key in
            ('lighter', 'light', 'main', 'dark', 'darker', 'contrastText')) from jsonb_each(
              case jsonb_typeof(field.value) when 'object' then field.value else '{}' end) as colour)
      when field.key = 'loginBackground'
        then jsonb_typeof(field.value) = 'object' and field.value - 'main' = '{}' and is_colour(field.value -> 'main')
      when field.key = 'useGradientButtons' then jsonb_typeof(field.value) = 'boolean'
      when field.key in ('textPrimary', 'textSecondary', 'textDisabled', 'menuTextPrimary', 'menuTextSecondary',
        'menuTextDisabled') then is_colour(field.value)
      else false
    end, false))
$$;

create table brand (
  brand_key text collate "C" primary key
    check (brand_key ~ '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$' and brand_key <> 'import'),
  name text not null check (char_length(name) between 1 and 100),
  -- Names that differ in case, width or accents' encoding are one name.
  name_key text collate "C" not null unique,
  use_login_background_img boolean,
  login_alignment text check (login_alignment in ('Left', 'Center', 'Right')),
  theme jsonb not null default '{}' check (is_theme(theme)),
  created_by uuid references app_user,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1
);

create table brand_host_name (
  host_name text collate "C" primary key
    check (host_name = lower(host_name) and char_length(host_name) between 1 and 253),
  brand_key text collate "C" not null references brand on delete cascade,
  position int not null check (position between 1 and 20),
  unique (brand_key, position)
);

-- Images of brands, and of the defaults, which have no brand.
create table brand_file (
  file_name text collate "C" primary key,
  brand_key text collate "C" references brand on delete cascade,
  kind text not null check (kind in ('Logo', 'NavigationLogo', 'Splash', 'Avatar')),
  size int not null check (size > 0),
  width int not null,
  height int not null,
  blob_key text not null,
  icon_blob_key text not null,
  icon_size int not null,
  created_at timestamptz not null default now()
);
create unique index one_image_of_a_kind on brand_file (coalesce(brand_key, ''), kind);

insert into brand (brand_key, name, name_key) values ('default', 'Parlance', 'parlance');

create function keep_default_brand() returns trigger language plpgsql as $$
begin
  raise exception 'the brand default stays' using errcode = '23503';
end $$;
create trigger default_brand_stays before delete on brand
  for each row when (old.brand_key = 'default') execute function keep_default_brand();
create function keep_brand_key() returns trigger language plpgsql as $$
begin
  raise exception 'the key of a brand never changes' using errcode = '42501';
end $$;
create trigger brand_keys_stay before update of brand_key on brand
  for each row when (old.brand_key <> new.brand_key) execute function keep_brand_key();

create table brand_defaults (
  one boolean primary key default true check (one),
  default_brand_key text collate "C" not null default 'default' references brand,
  use_login_background_img boolean,
  login_alignment text check (login_alignment in ('Left', 'Center', 'Right')),
  theme jsonb not null default '{}' check (is_theme(theme)),
  updated_at timestamptz not null default now(),
  version int not null default 1
);
insert into brand_defaults default values;

-- An agent may have a brand of its own, which its chat wears.
alter table gpt_system add column brand_key text collate "C" references brand;
create index gpt_system_of_brand on gpt_system (brand_key) where brand_key is not null;
-- What was changed of one thing is asked for by it.
create index audit_entry_of_entity on audit_entry (entity_type, entity_id, seq desc);
