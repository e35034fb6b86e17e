-- What deployments cost, usage in money, and limits that hold for everybody: of the instance and of single agents.

-- US dollars per million tokens, which is micro-dollars per token. Null where nobody has said it.
alter table deployment
  add column input_price numeric(13, 6) check (input_price between 0 and 1000000),
  add column output_price numeric(13, 6) check (output_price between 0 and 1000000),
  add check ((input_price is null) = (output_price is null));

-- As they were when the question was asked.
alter table conversation_segment
  add column input_price numeric(13, 6) check (input_price >= 0),
  add column output_price numeric(13, 6) check (output_price >= 0);

-- In whole micro-dollars.
alter table usage_counter
  add column cost bigint not null default 0 check (cost >= 0),
  add column reserved_cost bigint not null default 0 check (reserved_cost >= 0);

alter table usage_reservation
  add column cost bigint not null default 0 check (cost >= 0),
  add column input_price numeric(13, 6) not null default 0 check (input_price >= 0),
  add column output_price numeric(13, 6) not null default 0 check (output_price >= 0);

-- As a policy's: [{kind, per, counted, amount}].
alter table instance_settings
  add column limits jsonb not null default '[]' check (jsonb_typeof(limits) = 'array');
alter table gpt_system
  add column limits jsonb not null default '[]' check (jsonb_typeof(limits) = 'array');
