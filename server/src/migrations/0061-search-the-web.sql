-- The sites that an agent finds in the web.
alter table gpt_system_configuration_state add column web_search jsonb not null
  default '{"allowedDomains": [], "blockedDomains": []}';
alter table api_key drop constraint api_key_check;
alter table api_key add constraint api_key_check
  check (provider in ('Brave', 'Tavily', 'SearXNG', 'Bing') and kind = 'SearchApiKey'
    or provider in ('OpenAI', 'AzureOpenAI', 'Anthropic', 'OpenAICompatible')
      and kind = 'LanguageModelProviderApiKey');
