-- Reports on everyone read them by month, without the rows of each agent.
create index asker_month_together on asker_month (month, channel) include (asker_id, days)
  where gpt_system_id is null;
