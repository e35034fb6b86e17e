import type { FieldError } from '@parlance/contract/errors'
import { featureFlagNames, type instanceSettings } from '@parlance/contract/instanceSettings'
import type { Config } from '../../config.ts'
import type { Engines } from '../../engines/registry.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { changing } from './announced.ts'
import { type CurrentInstance, organizationNameOf } from './currentInstance.ts'
import { flagsWith, isClientFlag } from './flags.ts'
import type { createApiKeys } from './providers/apiKeys.ts'
import * as store from './store.ts'
import { toolsWith } from './tools.ts'

interface Needs {
  instance: CurrentInstance
  engines: Engines
  keys: Pick<ReturnType<typeof createApiKeys>, 'readShown'>
}

const ENTITY = { entityType: 'InstanceSettings', entityId: 'instance' }

/** Name, organization and what else holds for everybody, with the flags and the tools. */
export function createSettings(platform: Platform, { instance, engines, keys }: Needs) {
  const { config, database } = platform

  /** The whole page; what stands beside the settings is what the others show of theirs. */
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

  /** What cannot be as it was given, at its field. */
  async function faultsOf(input: Call<typeof instanceSettings.update>['input']): Promise<FieldError[]> {
    const faults: FieldError[] = []
    const { defaultChatDeployment: chosen, releaseNotesUrl } = input
    if (chosen) {
      const known = (await engines.current())
        .deployments()
        .some(
          (one) =>
            one.languageEngine === chosen.languageEngine && one.deploymentName === chosen.deploymentName,
        )
      if (!known)
        faults.push({ field: 'defaultChatDeployment', message: 'There is no such deployment for chats.' })
    }
    if (config.releaseNotesUrl !== null && releaseNotesUrl !== config.releaseNotesUrl)
      faults.push({ field: 'releaseNotesUrl', message: 'This is set by the environment of the server.' })
    return faults
  }

  return {
    async getAll() {
      const [row, more] = await Promise.all([store.readSettings(database.db), beside()])
      return { ...shownSettings(config, row), ...more }
    },

    async update(call: Call<typeof instanceSettings.update>) {
      const { input } = call
      const fields = await faultsOf(input)
      const more = await beside()
      const answered = await changing(instance, call, async (tx, record) => {
        const before = await store.lockSettings(tx)
        if (before.version !== call.ifMatch)
          throw new AppError('request.stale', { current: { ...shownSettings(config, before), ...more } })
        if (fields.length > 0) throw new AppError('request.invalid', { fields })
        const { defaultChatDeployment, ...plain } = input
        const after = await store.updateSettings(tx, {
          ...plain,
          // What the environment sets is not what somebody has set here.
          releaseNotesUrl: config.releaseNotesUrl === null ? plain.releaseNotesUrl : before.releaseNotesUrl,
          defaultLanguageEngine: defaultChatDeployment?.languageEngine ?? null,
          defaultDeploymentName: defaultChatDeployment?.deploymentName ?? null,
        })
        record({
          ...ENTITY,
          entityName: after.name,
          before: recorded(before),
          after: recorded(after),
        })
        return { ...shownSettings(config, after), ...more }
      })
      return answered
    },

    async updateFeatureFlag(call: Call<typeof instanceSettings.updateFeatureFlag>) {
      const { name } = call.params
      const { enabled } = call.input
      return changing(instance, call, async (tx, record) => {
        const rows = await store.readFlags(tx)
        const before = flagsWith(instance.configuredFlags, rows)[name]
        await store.setFlag(tx, name, enabled)
        record({
          entityType: 'FeatureFlag',
          entityId: name,
          entityName: name,
          before: { enabled: before },
          after: { enabled },
        })
        return { name, enabled }
      })
    },

    getTools: async () => ({ items: [...toolsWith(await store.readTools(database.db))] }),

    async updateTool(call: Call<typeof instanceSettings.updateTool>) {
      const { tool } = call.params
      const { enabled, approved } = call.input
      return changing(instance, call, async (tx, record) => {
        const of = (rows: store.ToolRow[]) => {
          const found = toolsWith(rows).find((one) => one.tool === tool)
          if (!found) throw new Error(`There is no tool ${tool}.`)
          return found
        }
        const before = of(await store.readTools(tx))
        const set = await store.setTool(tx, { name: tool, enabled, approved, version: call.ifMatch })
        if (!set) throw new AppError('request.stale', { current: before })
        record({
          entityType: 'Tool',
          entityId: tool,
          entityName: tool,
          before: { enabled: before.enabled, approved: before.approved },
          after: { enabled, approved },
        })
        return of([set])
      })
    },
  }
}

function shownSettings(config: Config, row: store.SettingsRow) {
  const { defaultLanguageEngine, defaultDeploymentName, ...plain } = row
  const { clientId, tenantId, instance, embedded } = config.directory
  const fixed = config.releaseNotesUrl === null ? [] : (['releaseNotesUrl'] as const)
  return {
    ...plain,
    organizationName: organizationNameOf(config, row),
    releaseNotesUrl: config.releaseNotesUrl ?? row.releaseNotesUrl,
    defaultChatDeployment:
      defaultLanguageEngine && defaultDeploymentName
        ? { languageEngine: defaultLanguageEngine, deploymentName: defaultDeploymentName }
        : null,
    entraIdSettings: { clientId, tenantId, instance },
    embeddedDirectory: embedded,
    fixed: [...(embedded ? [] : (['entraIdSettings'] as const)), ...fixed],
  }
}

function recorded(row: store.SettingsRow): Record<string, unknown> {
  const { version: _version, updatedAt: _updatedAt, ...fields } = row
  return fields
}
