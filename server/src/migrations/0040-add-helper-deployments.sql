-- A helper deployment writes titles, rewritten questions, and summaries, at its own price.

alter table deployment drop constraint deployment_purposes_check,
  add constraint deployment_purposes_check
    check (purposes <@ array['Chat', 'Embedding', 'Image', 'Transcription', 'Judge', 'Helper']);

alter table instance_settings
  add column helper_language_engine text
    check (helper_language_engine in ('OpenAI', 'AzureOpenAI', 'Anthropic', 'OpenAICompatible')),
  add column helper_deployment_name text check (char_length(helper_deployment_name) between 1 and 200),
  add check ((helper_language_engine is null) = (helper_deployment_name is null));

-- Of the state's own language engine. Null: the instance's, or else the one that answers.
alter table gpt_system_configuration_state
  add column helper_deployment_name text check (char_length(helper_deployment_name) between 1 and 200);

-- The part of the tokens that helper calls used, and their cost in micro-dollars, which is null if one had no price.
alter table conversation_segment
  add column helper_input_tokens int not null default 0 check (helper_input_tokens >= 0),
  add column helper_output_tokens int not null default 0 check (helper_output_tokens >= 0),
  add column helper_cost numeric default 0 check (helper_cost >= 0);
