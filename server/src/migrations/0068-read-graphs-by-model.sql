-- A language model can add to what the rules find. It reads a file after them.

alter table data_source add column graph_by_model boolean not null default false;
alter table graph_task add column by_model boolean not null default false;
drop index graph_task_waiting;
create index graph_task_waiting on graph_task (by_model, created_at, file_id);
