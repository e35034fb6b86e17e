-- What model calls used. It outlives conversations and says nothing about who asked. Answers add rows and update none,
-- so that none waits for another. Rows of past days are added up at night.
create table model_usage (
  day date not null,
  gpt_system_id uuid not null,
  language_engine text not null,
  deployment_name text not null,
  purpose text not null,
  calls int not null check (calls > 0),
  input_tokens bigint not null check (input_tokens >= 0),
  output_tokens bigint not null check (output_tokens >= 0),
  -- In micro-dollars. Null if the deployment had no price.
  cost numeric check (cost >= 0),
  added_up boolean not null default false
);
create index model_usage_day on model_usage (day);
create index model_usage_to_add_up on model_usage (day) where not added_up;
