import { sql } from 'kysely'

/**
 * Who answered the row `conversation_segment`, called as it was then: whoever has lost an agent is told no name that it
 * got since.
 */
export const answeredBy = sql`(select jsonb_build_object('gptSystemId', a.gpt_system_id,
    'name', coalesce(nullif(a.name, ''), 'Unnamed Agent'))
  from gpt_system_configuration_state a where a.id = conversation_segment.state_id)`
