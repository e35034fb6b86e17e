-- Thirty days after a person was removed, everything personal of theirs is erased. Null: not yet.
alter table app_user add column erased_at timestamptz;
create index app_user_removed on app_user (removed_at) where removed_at is not null;

-- What is one person's is found without reading everyone's.
create index attachment_of_owner on attachment (owner_user_id, attachment_id);
create index vision_image_of_owner on vision_image (owner_user_id, vision_image_id);
create index gpt_system_of_owner on gpt_system (owner_user_id) where owner_user_id is not null;

-- A state that is not a draft still never changes, with one exception: those of a deleted personal agent are emptied
-- with their owner's data. The rows stay, because other people's conversations name them.
create or replace function keep_states_that_are_no_drafts() returns trigger language plpgsql as $$
declare
  texts text[] := array['name', 'description', 'system_prompt', 'introduction', 'starter_questions',
    'selectable_deployments', 'avatar_file_name', 'avatar_size', 'avatar_blob_key'];
  changing text[] := array['status', 'updated_at', 'version'];
begin
  if old.status = 'Draft' or to_jsonb(new) - changing is not distinct from to_jsonb(old) - changing then
    return new;
  end if;
  if (new.name, new.description, new.system_prompt, new.introduction) = ('', '', '', '')
      and new.starter_questions = '{}' and new.selectable_deployments = '[]' and new.avatar_blob_key is null
      and to_jsonb(new) - changing - texts is not distinct from to_jsonb(old) - changing - texts
      and exists (select from gpt_system g where g.id = new.gpt_system_id and g.gpt_system_type = 'User'
        and g.deleted_at is not null) then
    return new;
  end if;
  raise exception 'a state that is no draft is never changed' using errcode = '42501';
end $$;
