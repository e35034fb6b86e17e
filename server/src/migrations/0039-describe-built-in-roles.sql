-- The descriptions of the built-in roles follow the glossary.
alter table user_role disable trigger built_in_roles_stay;
update user_role set description = case name_key
    when 'administrator' then 'Has all permissions.'
    when 'user' then 'Everyone who is signed in.'
    when 'agent author' then 'Creates agents and file libraries, and edits and publishes their own.'
    when 'analyst' then 'Views the dashboard and guideline consents, and runs performance tests.'
    else description
  end
  where built_in;
alter table user_role enable trigger built_in_roles_stay;
