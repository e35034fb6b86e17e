-- Pictures of agents, as a part of their configuration. States that were begun from one another name one blob.

alter table gpt_system_configuration_state
  add column avatar_file_name text,
  add column avatar_size int,
  add column avatar_blob_key text,
  add constraint avatar_is_whole check (num_nulls(avatar_file_name, avatar_size, avatar_blob_key) in (0, 3));
