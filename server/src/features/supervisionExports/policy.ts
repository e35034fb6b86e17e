import { type RawBuilder, sql } from 'kysely'

/** The compliance modes in which the metadata of conversations is exported. */
const MODES = ['Strict']

/**
 * Whether the metadata of conversations is exported in a compliance mode, which is SQL. Everything about it depends on
 * this condition: what is recorded, sent, and shown.
 */
export const conversationMetadataExported = (mode: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${mode}, 'Off') = any(${MODES}::text[])`

/** The mode of the instance. `Off` if its settings have none. */
const complianceMode = sql`(select to_jsonb(i) ->> 'compliance_mode' from instance_settings i)`

/** Whether the metadata of conversations is exported now. */
export const conversationsAreExported = conversationMetadataExported(complianceMode)

/** Whether an export expects the metadata of the conversations that are held now. */
export const conversationsAreExpected: RawBuilder<boolean> = sql<boolean>`exists (select from supervision_export
  where includes_conversations and enabled) and ${conversationsAreExported}`
