-- Until now every system agent was found by whoever may use it: what is published stays where people find it.

update gpt_system set listed_in_directory = true
where gpt_system_type = 'System' and published_state_id is not null and deleted_at is null;
