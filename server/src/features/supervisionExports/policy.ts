import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the metadata of conversations is exported now, which is SQL. Everything about it depends on this condition:
 * what is recorded, sent, and shown.
 */
export const conversationsAreExported: RawBuilder<boolean> = sql<boolean>`(select mode = 'Strict' from compliance)`

/** Whether an export expects the metadata of the conversations that are held now. */
export const conversationsAreExpected: RawBuilder<boolean> = sql<boolean>`exists (select from supervision_export
  where includes_conversations and enabled) and ${conversationsAreExported}`
