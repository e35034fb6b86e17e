-- Where an attachment stood among those that its question named. Of those sent before, the order of upload is kept.
alter table attachment add column place smallint not null default 0;
