-- The deployment that makes images, and its price for each.
alter table instance_settings
  add column image_language_engine text
    check (image_language_engine in ('OpenAI', 'AzureOpenAI', 'Anthropic', 'OpenAICompatible')),
  add column image_deployment_name text check (char_length(image_deployment_name) between 1 and 200),
  add check ((image_language_engine is null) = (image_deployment_name is null));
alter table deployment add column image_price numeric(13, 6) check (image_price between 0 and 1000000);

-- Images that models made for answers. The number names an image to models, and stays in its file name.
create table generated_image (
  generated_image_id uuid primary key,
  conversation_id uuid not null,
  segment_id uuid not null,
  number int not null check (number > 0),
  file_name text not null check (char_length(file_name) between 1 and 100),
  alt text not null check (char_length(alt) <= 500),
  prompt text not null check (char_length(prompt) between 1 and 4000),
  size text not null check (size in ('Square', 'Landscape', 'Portrait')),
  mime_type text not null check (mime_type in ('image/webp', 'image/png')),
  width int not null check (width > 0),
  height int not null check (height > 0),
  bytes bigint not null check (bytes > 0),
  -- The image that it was made from, of the same conversation. With is_edit, its pixels were used, and else its prompt.
  parent_id uuid,
  is_edit boolean not null,
  blob_key text not null,
  created_at timestamptz(3) not null default now(),
  unique (conversation_id, number),
  foreign key (conversation_id, segment_id) references conversation_segment (conversation_id, id) on delete cascade
);
create index generated_image_of_segment on generated_image (conversation_id, segment_id);
create index generated_image_blob on generated_image (blob_key);
