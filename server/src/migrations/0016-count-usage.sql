-- What was used of a policy's limits: by each person, or by all together, in a day or a month (UTC).

create table usage_counter (
  scope text not null check (length(scope) between 1 and 100),
  per text not null check (per in ('Day', 'Month')),
  period_start date not null,
  -- A person, or 'Pool'.
  subject text not null check (length(subject) between 1 and 100),
  messages bigint not null default 0 check (messages >= 0),
  tokens bigint not null default 0 check (tokens >= 0),
  -- Of answers that are being written.
  reserved_messages bigint not null default 0 check (reserved_messages >= 0),
  reserved_tokens bigint not null default 0 check (reserved_tokens >= 0),
  primary key (scope, per, period_start, subject)
);
create index usage_counter_age on usage_counter (period_start);

-- The share of an answer that is being written, in each counter that it counts in; it goes with the answer's end.
create table usage_reservation (
  segment_id uuid not null references conversation_segment on delete cascade,
  scope text not null,
  per text not null,
  period_start date not null,
  subject text not null,
  tokens bigint not null check (tokens >= 0),
  -- What is sent to a model; null where none is asked.
  sent_tokens bigint check (sent_tokens >= 0),
  primary key (segment_id, scope, per, period_start, subject),
  foreign key (scope, per, period_start, subject) references usage_counter
);
create index usage_reservation_counter on usage_reservation (scope, per, period_start, subject);
