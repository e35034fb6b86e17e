-- Images that people show to a model. Each is its owner's alone, and belongs to one conversation once it was sent there:
-- the questions of that name it, also more than one, as when a question is edited or asked again.

create table vision_image (
  vision_image_id uuid primary key,
  owner_user_id uuid not null references app_user,
  -- Brought to a test chat with this configuration.
  tested_state_id uuid references gpt_system_configuration_state on delete cascade,
  -- Null until it is sent.
  conversation_id uuid references conversation on delete cascade,
  blob_file_name text not null,
  blob_key text not null,
  thumbnail_blob_file_name text not null,
  thumbnail_blob_key text not null,
  -- Pixels.
  width int not null check (width > 0),
  height int not null check (height > 0),
  created_at timestamptz not null default now()
);
create index vision_image_of_conversation on vision_image (conversation_id) where conversation_id is not null;
create index vision_image_of_state on vision_image (tested_state_id) where tested_state_id is not null;
create index unsent_vision_image on vision_image (owner_user_id, created_at) where conversation_id is null;

create table segment_vision_image (
  segment_id uuid not null references conversation_segment on delete cascade,
  place int not null check (place between 1 and 20),
  vision_image_id uuid not null references vision_image on delete cascade,
  primary key (segment_id, place),
  unique (segment_id, vision_image_id)
);
-- Whether a model looks at images, where somebody has said it: names of one's own do not tell.
alter table deployment add column vision boolean;

create index segment_of_vision_image on segment_vision_image (vision_image_id);
