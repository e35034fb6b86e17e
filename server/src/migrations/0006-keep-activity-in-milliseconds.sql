-- A list's position is told in milliseconds: rows that differ in less would be passed over at the end of a page.
alter table conversation alter column last_activity_at type timestamptz(3);
