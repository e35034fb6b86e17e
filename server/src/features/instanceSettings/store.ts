import type { UsageLimit as Limit } from '@parlance/contract/usageLimits'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Sql } from '../../platform/database/database.ts'

type UsageLimit = z.output<typeof Limit>

export interface SettingsRow {
  name: string
  organizationName: string | null
  releaseNotesUrl: string | null
  errorReportingDsn: string | null
  personalAgentLimit: number
  peopleSearch: 'SharedGroups' | 'All'
  memoryAllowed: boolean
  readsNeedApproval: boolean
  dataExportsAllowed: boolean
  selfErasureAllowed: boolean
  defaultLanguageEngine: 'OpenAI' | 'AzureOpenAI' | 'Anthropic' | 'OpenAICompatible' | null
  defaultDeploymentName: string | null
  helperLanguageEngine: SettingsRow['defaultLanguageEngine']
  helperDeploymentName: string | null
  embeddingLanguageEngine: SettingsRow['defaultLanguageEngine']
  embeddingDeploymentName: string | null
  imageLanguageEngine: SettingsRow['defaultLanguageEngine']
  imageDeploymentName: string | null
  transcriptionLanguageEngine: SettingsRow['defaultLanguageEngine']
  transcriptionDeploymentName: string | null
  speechLanguageEngine: SettingsRow['defaultLanguageEngine']
  speechDeploymentName: string | null
  speechVoice: string
  limits: UsageLimit[]
  updatedAt: string
  version: number
}

export interface FlagRow {
  name: string
  enabled: boolean
}

export interface ToolRow {
  name: string
  enabled: boolean
  approved: boolean
  version: number
}

const settingsColumns = sql`name, organization_name as "organizationName", release_notes_url as "releaseNotesUrl",
  error_reporting_dsn as "errorReportingDsn", personal_agent_limit as "personalAgentLimit",
  people_search as "peopleSearch", memory_allowed as "memoryAllowed",
  reads_need_approval as "readsNeedApproval", data_exports_allowed as "dataExportsAllowed",
  self_erasure_allowed as "selfErasureAllowed",
  default_language_engine as "defaultLanguageEngine", default_deployment_name as "defaultDeploymentName",
  helper_language_engine as "helperLanguageEngine", helper_deployment_name as "helperDeploymentName",
  embedding_language_engine as "embeddingLanguageEngine", embedding_deployment_name as "embeddingDeploymentName",
  image_language_engine as "imageLanguageEngine", image_deployment_name as "imageDeploymentName",
  transcription_language_engine as "transcriptionLanguageEngine",
  transcription_deployment_name as "transcriptionDeploymentName",
  speech_language_engine as "speechLanguageEngine", speech_deployment_name as "speechDeploymentName", speech_voice as "speechVoice", limits,
  to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt", version`

const toolColumns = sql`name, enabled, approved, version`

// An instance has one set of settings; the endpoints check who can read them.

export async function readSettings(db: Sql): Promise<SettingsRow> {
  return one(await sql<SettingsRow>`select ${settingsColumns} from instance_settings`.execute(db))
}

/** Like `readSettings`, locked until the transaction ends. */
export async function lockSettings(tx: Sql): Promise<SettingsRow> {
  return one(await sql<SettingsRow>`select ${settingsColumns} from instance_settings for update`.execute(tx))
}

export type SettingsChange = Omit<SettingsRow, 'updatedAt' | 'version'>

export async function updateSettings(tx: Sql, change: SettingsChange): Promise<SettingsRow> {
  return one(
    await sql<SettingsRow>`update instance_settings set name = ${change.name},
    organization_name = ${change.organizationName}, release_notes_url = ${change.releaseNotesUrl},
    error_reporting_dsn = ${change.errorReportingDsn}, personal_agent_limit = ${change.personalAgentLimit},
    people_search = ${change.peopleSearch}, memory_allowed = ${change.memoryAllowed},
    reads_need_approval = ${change.readsNeedApproval}, data_exports_allowed = ${change.dataExportsAllowed},
    self_erasure_allowed = ${change.selfErasureAllowed},
    default_language_engine = ${change.defaultLanguageEngine},
    default_deployment_name = ${change.defaultDeploymentName},
    helper_language_engine = ${change.helperLanguageEngine},
    helper_deployment_name = ${change.helperDeploymentName},
    embedding_language_engine = ${change.embeddingLanguageEngine},
    embedding_deployment_name = ${change.embeddingDeploymentName},
    image_language_engine = ${change.imageLanguageEngine},
    image_deployment_name = ${change.imageDeploymentName},
    transcription_language_engine = ${change.transcriptionLanguageEngine},
    transcription_deployment_name = ${change.transcriptionDeploymentName},
    speech_language_engine = ${change.speechLanguageEngine},
    speech_deployment_name = ${change.speechDeploymentName}, speech_voice = ${change.speechVoice}, limits = ${JSON.stringify(change.limits)}::jsonb,
    updated_at = now(), version = version + 1
    returning ${settingsColumns}`.execute(tx),
  )
}

function one(found: { rows: SettingsRow[] }): SettingsRow {
  if (!found.rows[0]) throw new Error('The instance settings are missing.')
  return found.rows[0]
}

export async function readFlags(db: Sql): Promise<FlagRow[]> {
  return (await sql<FlagRow>`select name, enabled from feature_flag`.execute(db)).rows
}

/** Like `readFlags`, locked until the transaction ends. */
export async function lockFlags(tx: Sql): Promise<FlagRow[]> {
  return (await sql<FlagRow>`select name, enabled from feature_flag order by name for update`.execute(tx))
    .rows
}

export async function setFlag(tx: Sql, name: string, enabled: boolean): Promise<void> {
  await sql`insert into feature_flag (name, enabled) values (${name}, ${enabled})
    on conflict (name) do update set enabled = excluded.enabled, updated_at = now()`.execute(tx)
}

export async function readTools(db: Sql): Promise<ToolRow[]> {
  return (await sql<ToolRow>`select ${toolColumns} from tool`.execute(db)).rows
}

/** Like `readTools`, locked until the transaction ends. */
export async function lockTools(tx: Sql): Promise<ToolRow[]> {
  return (await sql<ToolRow>`select ${toolColumns} from tool order by name for update`.execute(tx)).rows
}

/**
 * Stores a tool's settings; returns null if its version is not `version`, which is 0 for a tool that was never
 * set.
 */
export async function setTool(tx: Sql, tool: ToolRow): Promise<ToolRow | null> {
  const { name, enabled, approved, version } = tool
  const found =
    version === 0
      ? await sql<ToolRow>`insert into tool (name, enabled, approved) values (${name}, ${enabled}, ${approved})
          on conflict do nothing returning ${toolColumns}`.execute(tx)
      : await sql<ToolRow>`update tool set enabled = ${enabled}, approved = ${approved}, updated_at = now(),
          version = version + 1 where name = ${name} and version = ${version} returning ${toolColumns}`.execute(
          tx,
        )
  return found.rows[0] ?? null
}
