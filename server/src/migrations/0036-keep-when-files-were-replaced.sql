-- When a newer version was uploaded, which tells answers of before that their source has changed since. Of files that were
-- replaced before this is known of none.
alter table file add column replaced_at timestamptz;
