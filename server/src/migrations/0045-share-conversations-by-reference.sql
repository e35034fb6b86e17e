-- A shared conversation names its questions instead of copying them, because an answer that has ended never changes.
-- Those shared earlier keep their copies until they end.

alter table conversation_snapshot add column segment_ids uuid[], alter column turns set default '[]';
-- Revoking deletes a link from now on, and an hourly job deletes those that have expired.
delete from conversation_snapshot where revoked_at is not null;
create index snapshot_expiry on conversation_snapshot (expires_at) where expires_at is not null;
