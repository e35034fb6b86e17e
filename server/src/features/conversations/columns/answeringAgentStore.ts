import { sql } from 'kysely'

/**
 * The agent that answered the row `conversation_segment`, with its name at that time. Users who lost access
 * don't see later names.
 */
export const answeredBy = sql`(select jsonb_build_object('gptSystemId', a.gpt_system_id,
    'name', a.name)
  from gpt_system_configuration_state a where a.id = conversation_segment.state_id)`
