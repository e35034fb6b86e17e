import type { NamedDeployment } from '@parlance/contract/agentConfiguration'
import type { FieldError } from '@parlance/contract/errors'
import { featureFlagNames, type instanceSettings } from '@parlance/contract/instanceSettings'
import type { Config } from '../../config/config.ts'
import { readDsn } from '../../config/dsn.ts'
import { type EngineRegistry, type Engines, isSame } from '../../engines/registry.ts'
import type { RecordChange } from '../../platform/audit/audit.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { changing } from './announced.ts'
import { readCompliance } from './compliance/store.ts'
import { type CurrentInstance, deploymentsOf, organizationNameOf } from './currentInstance.ts'
import { type FlagName, flagsWith, isClientFlag } from './flags.ts'
import type { createApiKeys } from './providers/apiKeys.ts'
import { hasImageDeployment } from './providers/imageDeployment.ts'
import { hasSearchKey } from './providers/store.ts'
import * as store from './store.ts'
import { codeStateOf, type ToolNeeds, type ToolSetting, toolsWith } from './tools.ts'

interface Needs {
  instance: CurrentInstance
  engines: Engines
  keys: Pick<ReturnType<typeof createApiKeys>, 'readShown'>
}

type SettingsInput = Call<typeof instanceSettings.update>['input']

/** The settings that the environment can also set; it then takes precedence. */
export const fixable = ['releaseNotesUrl', 'errorReportingDsn'] as const

const ENTITY = { entityType: 'InstanceSettings', entityId: 'instance' }

/** Name, organization, and other settings that apply to everyone, with the flags and tools. */
export function createSettings(platform: Platform, { instance, engines, keys }: Needs) {
  const { config, database } = platform

  /** Returns the rest of the settings page: keys, flags, and tools. */
  async function beside() {
    const [shownKeys, rows] = await Promise.all([keys.readShown(), store.readFlags(database.db)])
    const flags = flagsWith(instance.configuredFlags, rows)
    const isSet = (name: string) => rows.some((row) => row.name === name)
    return {
      ...shownKeys,
      featureFlags: featureFlagNames.map((name) => ({
        name,
        enabled: flags[name],
        client: isClientFlag(name),
        source: isSet(name) ? ('Screen' as const) : ('Environment' as const),
      })),
    }
  }

  return {
    async getAll() {
      const [row, more] = await Promise.all([store.readSettings(database.db), beside()])
      return { ...shownSettings(config, row), ...more }
    },

    async update(call: Call<typeof instanceSettings.update>) {
      const { input } = call
      const fields = errorsOf(config, await engines.current(), input)
      const more = await beside()
      const answered = await changing(instance, call, async (tx, record) => {
        const before = await store.lockSettings(tx)
        if (before.version !== call.ifMatch)
          throw new AppError('request.stale', { current: { ...shownSettings(config, before), ...more } })
        if (fields.length > 0) throw new AppError('request.invalid', { fields })
        const after = await writeSettings(tx, config, before, input, record)
        return { ...shownSettings(config, after), ...more }
      })
      return answered
    },

    async updateFeatureFlag(call: Call<typeof instanceSettings.updateFeatureFlag>) {
      const { name } = call.params
      const { enabled } = call.input
      return changing(instance, call, async (tx, record) => {
        const before = flagsWith(instance.configuredFlags, await store.readFlags(tx))[name]
        await writeFlag(tx, { name, before, enabled }, record)
        return { name, enabled }
      })
    },

    getTools: async () => ({
      items: [...toolsWith(await store.readTools(database.db), await readToolNeeds(database.db, platform))],
    }),

    async updateTool(call: Call<typeof instanceSettings.updateTool>) {
      const { tool } = call.params
      const { enabled, approved } = call.input
      return changing(instance, call, async (tx, record) => {
        const needs = await readToolNeeds(tx, platform)
        const before = toolOf(await store.readTools(tx), tool, needs)
        const set = await writeTool(tx, { before, enabled, approved, version: call.ifMatch }, record)
        if (!set) throw new AppError('request.stale', { current: before })
        return toolOf([set], tool, needs)
      })
    },
  }
}

/** Returns the invalid fields. Without the registry, the deployments are not checked. */
export function errorsOf(
  config: Config,
  registry: EngineRegistry | null,
  input: SettingsInput,
): FieldError[] {
  const errors: FieldError[] = []
  const {
    defaultChatDeployment,
    helperDeployment,
    embeddingDeployment,
    imageDeployment,
    transcriptionDeployment,
    speechDeployment,
  } = input
  const isThere = (named: NamedDeployment | null, there: NamedDeployment[] | undefined) =>
    !named || !there || there.some((one) => isSame(one, named))
  if (!isThere(defaultChatDeployment, registry?.deployments()))
    errors.push({
      field: 'defaultChatDeployment',
      message: 'This deployment doesn’t exist or isn’t enabled for chats.',
    })
  if (!isThere(helperDeployment, registry?.helpers()))
    errors.push({
      field: 'helperDeployment',
      message: 'This deployment doesn’t exist or isn’t enabled as a helper.',
    })
  if (!isThere(embeddingDeployment, registry?.embeddings()))
    errors.push({
      field: 'embeddingDeployment',
      message: 'This deployment doesn’t exist or isn’t enabled for embeddings.',
    })
  if (!isThere(imageDeployment, registry?.images()))
    errors.push({
      field: 'imageDeployment',
      message: 'This deployment doesn’t exist or isn’t enabled for images.',
    })
  if (!isThere(transcriptionDeployment, registry?.transcribers()))
    errors.push({
      field: 'transcriptionDeployment',
      message: 'This deployment doesn’t exist or isn’t enabled for transcription.',
    })
  if (!isThere(speechDeployment, registry?.speakers()))
    errors.push({
      field: 'speechDeployment',
      message: 'This deployment doesn’t exist or isn’t enabled for speech.',
    })
  for (const field of fixable)
    if (config[field] !== null && input[field] !== config[field])
      errors.push({ field, message: 'This is set in the server environment.' })
  if (input.errorReportingDsn !== null && readDsn(input.errorReportingDsn) === null)
    errors.push({
      field: 'errorReportingDsn',
      message: 'Enter the URL with its key and project: https://KEY@HOST/PROJECT',
    })
  return errors
}

/** Sets the settings, which the caller has locked, and records the change. */
export async function writeSettings(
  tx: Sql,
  config: Config,
  before: store.SettingsRow,
  {
    defaultChatDeployment,
    helperDeployment,
    embeddingDeployment,
    imageDeployment,
    transcriptionDeployment,
    speechDeployment,
    ...plain
  }: Omit<SettingsInput, 'organizationName'> & { organizationName: string | null },
  record: RecordChange,
): Promise<store.SettingsRow> {
  const after = await store.updateSettings(tx, {
    ...plain,
    // Values from the environment must not be stored as if someone had set them here.
    ...Object.fromEntries(
      fixable.filter((field) => config[field] !== null).map((field) => [field, before[field]]),
    ),
    defaultLanguageEngine: defaultChatDeployment?.languageEngine ?? null,
    defaultDeploymentName: defaultChatDeployment?.deploymentName ?? null,
    helperLanguageEngine: helperDeployment?.languageEngine ?? null,
    helperDeploymentName: helperDeployment?.deploymentName ?? null,
    embeddingLanguageEngine: embeddingDeployment?.languageEngine ?? null,
    embeddingDeploymentName: embeddingDeployment?.deploymentName ?? null,
    imageLanguageEngine: imageDeployment?.languageEngine ?? null,
    imageDeploymentName: imageDeployment?.deploymentName ?? null,
    transcriptionLanguageEngine: transcriptionDeployment?.languageEngine ?? null,
    transcriptionDeploymentName: transcriptionDeployment?.deploymentName ?? null,
    speechLanguageEngine: speechDeployment?.languageEngine ?? null,
    speechDeploymentName: speechDeployment?.deploymentName ?? null,
  })
  record({ ...ENTITY, entityName: after.name, before: recorded(before), after: recorded(after) })
  return after
}

export async function writeFlag(
  tx: Sql,
  { name, before, enabled }: { name: FlagName; before: boolean; enabled: boolean },
  record: RecordChange,
): Promise<void> {
  await store.setFlag(tx, name, enabled)
  record({
    entityType: 'FeatureFlag',
    entityId: name,
    entityName: name,
    before: { enabled: before },
    after: { enabled },
  })
}

/** Returns what the availability of tools depends on now. */
export async function readToolNeeds(
  db: Sql,
  { config, sandbox }: Pick<Platform, 'config' | 'sandbox'>,
): Promise<ToolNeeds> {
  const hasSearch = await hasSearchKey(db)
  const hasImages = await hasImageDeployment(db, config)
  const { mode, redactsForProviders: redacts } = await readCompliance(db)
  return {
    hasSearchKey: hasSearch,
    hasImageDeployment: hasImages,
    sandbox: codeStateOf(await sandbox.state(), { isElsewhere: config.azureCodeSessions !== null, redacts }),
    onlyApproved: mode === 'Strict',
  }
}

export function toolOf(rows: readonly store.ToolRow[], tool: string, needs: ToolNeeds): ToolSetting {
  const found = toolsWith(rows, needs).find((one) => one.tool === tool)
  if (!found) throw new Error(`The tool ${tool} doesn't exist.`)
  return found
}

/** Sets a tool and records the change; returns null if its version is not `version`. */
export async function writeTool(
  tx: Sql,
  change: { before: ToolSetting; enabled: boolean; approved: boolean; version: number },
  record: RecordChange,
): Promise<store.ToolRow | null> {
  const { before, enabled, approved, version } = change
  const { tool } = before
  const set = await store.setTool(tx, { name: tool, enabled, approved, version })
  if (!set) return null
  record({
    entityType: 'Tool',
    entityId: tool,
    entityName: tool,
    before: { enabled: before.enabled, approved: before.approved },
    after: { enabled, approved },
  })
  return set
}

function shownSettings(config: Config, row: store.SettingsRow) {
  const {
    defaultLanguageEngine,
    defaultDeploymentName,
    helperLanguageEngine,
    helperDeploymentName,
    embeddingLanguageEngine,
    embeddingDeploymentName,
    imageLanguageEngine,
    imageDeploymentName,
    transcriptionLanguageEngine,
    transcriptionDeploymentName,
    speechLanguageEngine,
    speechDeploymentName,
    ...plain
  } = row
  const { clientId, tenantId, instance, embedded } = config.directory
  const fixed = fixable.filter((field) => config[field] !== null)
  return {
    ...plain,
    organizationName: organizationNameOf(config, row),
    releaseNotesUrl: config.releaseNotesUrl ?? row.releaseNotesUrl,
    errorReportingDsn: config.errorReportingDsn ?? row.errorReportingDsn,
    ...deploymentsOf(row),
    entraIdSettings: { clientId, tenantId, instance },
    embeddedDirectory: embedded,
    fixed: [...(embedded ? [] : (['entraIdSettings'] as const)), ...fixed],
  }
}

export function recorded(row: store.SettingsRow): Record<string, unknown> {
  const { version: _version, updatedAt: _updatedAt, ...fields } = row
  return fields
}
