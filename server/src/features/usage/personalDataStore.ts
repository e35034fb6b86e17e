import { sql } from 'kysely'
import { removeRows } from '../../platform/database/slices.ts'
import type { Holding } from '../../platform/erasure/erasure.ts'
import type { DataPart } from '../../platform/personalData/personalData.ts'

export const ofUsage: DataPart[] = [
  {
    area: 'Usage',
    columns: ['usage_counter.subject'],
    erasedAs: 'Deleted',
    rows: ({
      userId,
    }) => sql`select c.scope || ' ' || c.per || ' ' || c.period_start as key, json_build_object(
        'limitOf', c.scope, 'period', c.per, 'from', c.period_start, 'messages', c.messages, 'tokens', c.tokens,
        'costUsd', c.cost / 1000000.0, 'codeSeconds', c.code_ms / 1000.0) as data
      from usage_counter c where c.subject = ${userId}`,
  },
  {
    area: 'Activity',
    columns: ['app_user.asker_id', 'asker_month.asker_id'],
    erasedAs: 'Unnamed',
    rows: ({
      userId,
    }) => sql`select m.month || ' ' || coalesce(m.gpt_system_id::text, '') || ' ' || m.channel as key,
        json_build_object('month', to_char(m.month, 'YYYY-MM'), 'agentId', m.gpt_system_id, 'channel', m.channel,
          'days', m.days) as data
      from app_user u join asker_month m on m.asker_id = u.asker_id where u.id = ${userId}::uuid`,
  },
]

/** What someone used counts for their own limits only. Those of the instance have counters of their own. */
export const ownCounters: Holding = {
  columns: ['usage_counter.subject'],
  erase: (tx, { userId }) =>
    removeRows(tx, {
      table: 'usage_counter',
      key: 'ctid',
      where: sql`r.subject = ${userId} and not exists (select from usage_reservation o
        where (o.scope, o.per, o.period_start, o.subject) = (r.scope, r.per, r.period_start, r.subject))`,
    }),
}
