-- The deployments that write down what people say and that read answers aloud, and their prices.
alter table instance_settings
  add column transcription_language_engine text
    check (transcription_language_engine in ('OpenAI', 'AzureOpenAI', 'Anthropic', 'OpenAICompatible')),
  add column transcription_deployment_name text
    check (char_length(transcription_deployment_name) between 1 and 200),
  add check ((transcription_language_engine is null) = (transcription_deployment_name is null)),
  add column speech_language_engine text
    check (speech_language_engine in ('OpenAI', 'AzureOpenAI', 'Anthropic', 'OpenAICompatible')),
  add column speech_deployment_name text check (char_length(speech_deployment_name) between 1 and 200),
  add check ((speech_language_engine is null) = (speech_deployment_name is null)),
  -- A voice of OpenAI, whose names other servers accept too.
  add column speech_voice text not null default 'alloy' check (char_length(speech_voice) between 1 and 100);
alter table deployment
  add column minute_price numeric(13, 6) check (minute_price between 0 and 1000000),
  add column speech_price numeric(13, 6) check (speech_price between 0 and 1000000),
  drop constraint deployment_purposes_check,
  add constraint deployment_purposes_check
    check (purposes <@ array['Chat', 'Embedding', 'Image', 'Transcription', 'Speech', 'Judge', 'Helper']);
