-- How long code ran that a person or their answers ran, in milliseconds.
alter table usage_counter
  add column code_ms bigint not null default 0 check (code_ms >= 0);
