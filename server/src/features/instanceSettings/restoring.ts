import { instanceSettings as contract, featureFlagNames } from '@parlance/contract/instanceSettings'
import type { EngineRegistry, Engines } from '../../engines/registry.ts'
import type { Recorded } from '../../platform/audit/differences.ts'
import { validState } from '../../platform/audit/restorers.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrentInstance } from './currentInstance.ts'
import { flagsWith } from './flags.ts'
import {
  errorsOf,
  fixable,
  readToolNeeds,
  recorded,
  toolOf,
  writeFlag,
  writeSettings,
  writeTool,
} from './settings.ts'
import * as store from './store.ts'
import { toolsWith } from './tools.ts'

interface Needs {
  instance: CurrentInstance
  engines: Engines
  /** Throws if the settings page is turned off. */
  demandPage(tx: Sql): Promise<void>
}

/** Restores settings, flags, and tools. Keys can't be restored because their earlier values aren't stored. */
export function restoreSettings(platform: Platform, { instance, engines, demandPage }: Needs): void {
  const { config, restorers } = platform
  const settled = instance.changed

  let registry: EngineRegistry | null = null
  /** The recorded fields of the instance's deployments, and those that exist with the use. */
  const deployments = [
    { fields: ['defaultLanguageEngine', 'defaultDeploymentName'], there: () => registry?.deployments() },
    { fields: ['helperLanguageEngine', 'helperDeploymentName'], there: () => registry?.helpers() },
    { fields: ['embeddingLanguageEngine', 'embeddingDeploymentName'], there: () => registry?.embeddings() },
    { fields: ['imageLanguageEngine', 'imageDeploymentName'], there: () => registry?.images() },
    {
      fields: ['transcriptionLanguageEngine', 'transcriptionDeploymentName'],
      there: () => registry?.transcribers(),
    },
    { fields: ['speechLanguageEngine', 'speechDeploymentName'], there: () => registry?.speakers() },
  ] as const
  /** Returns the fields of a state's deployments that no longer exist. */
  const goneIn = (state: Recorded) =>
    deployments.flatMap(({ fields, there }) => {
      const [engine, name] = fields.map((field) => state[field])
      const isThere = there()?.some((one) => one.languageEngine === engine && one.deploymentName === name)
      return engine && !isThere ? fields : []
    })
  const keptOf = (present: Recorded, fields: readonly string[]) =>
    Object.fromEntries(fields.map((field) => [field, present[field]]))
  restorers.add({
    entityType: 'InstanceSettings',
    fields: [
      'name',
      'organizationName',
      'releaseNotesUrl',
      'errorReportingDsn',
      'personalAgentLimit',
      'peopleSearch',
      'memoryAllowed',
      'readsNeedApproval',
      'dataExportsAllowed',
      'selfErasureAllowed',
      'speechVoice',
      ...deployments.flatMap(({ fields }) => fields),
      'limits',
    ],
    rights: ['InstanceSettingsWrite'],
    async prepare() {
      registry = await engines.current()
    },
    async lock(tx) {
      await demandPage(tx)
      return recorded(await store.lockSettings(tx))
    },
    possible: (former, present) => ({
      ...former,
      ...keptOf(
        present,
        fixable.filter((field) => config[field] !== null),
      ),
      ...keptOf(present, goneIn(former)),
    }),
    async apply(tx, { state }, record) {
      const before = await store.lockSettings(tx)
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
        organizationName,
        ...plain
      } = state
      const deployment = (languageEngine: unknown, deploymentName: unknown) =>
        languageEngine ? { languageEngine, deploymentName } : null
      const input = validState(contract.update.input, {
        ...plain,
        // The input has no way to say that no organization name is set, so it gets the instance's name.
        organizationName: organizationName ?? plain.name,
        defaultChatDeployment: deployment(defaultLanguageEngine, defaultDeploymentName),
        helperDeployment: deployment(helperLanguageEngine, helperDeploymentName),
        embeddingDeployment: deployment(embeddingLanguageEngine, embeddingDeploymentName),
        imageDeployment: deployment(imageLanguageEngine, imageDeploymentName),
        transcriptionDeployment: deployment(transcriptionLanguageEngine, transcriptionDeploymentName),
        speechDeployment: deployment(speechLanguageEngine, speechDeploymentName),
        ...Object.fromEntries(
          fixable.filter((field) => config[field] !== null).map((field) => [field, config[field]]),
        ),
      })
      // Checks everything but the deployments, which `possible` has already checked.
      const fields = errorsOf(config, null, input)
      if (fields.length > 0) throw new AppError('request.invalid', { fields })
      const named = organizationName === null ? null : input.organizationName
      await writeSettings(tx, config, before, { ...input, organizationName: named }, record)
      await instance.announce(tx)
    },
    settled,
  })

  const flagOf = (entityId: string) => featureFlagNames.find((name) => name === entityId)
  const lockFlags = async (tx: Sql) => flagsWith(instance.configuredFlags, await store.lockFlags(tx))
  restorers.add({
    entityType: 'FeatureFlag',
    fields: ['enabled'],
    rights: ['InstanceSettingsWrite'],
    async lock(tx, _actor, entityId) {
      const name = flagOf(entityId)
      return name ? { enabled: (await lockFlags(tx))[name] } : null
    },
    async apply(tx, { entityId, state }, record) {
      const name = flagOf(entityId)
      if (!name) throw new AppError('audit.removed')
      const { enabled } = validState(contract.updateFeatureFlag.input, state)
      await writeFlag(tx, { name, before: (await lockFlags(tx))[name], enabled }, record)
      await instance.announce(tx)
    },
    settled,
  })

  restorers.add({
    entityType: 'Tool',
    fields: ['enabled', 'approved'],
    rights: ['InstanceSettingsWrite'],
    async lock(tx, _actor, entityId) {
      await demandPage(tx)
      const found = toolsWith(await store.lockTools(tx), await readToolNeeds(tx, platform)).find(
        ({ tool }) => tool === entityId,
      )
      return found ? { enabled: found.enabled, approved: found.approved } : null
    },
    async apply(tx, { entityId, state }, record) {
      const before = toolOf(await store.lockTools(tx), entityId, await readToolNeeds(tx, platform))
      const { enabled, approved } = validState(contract.updateTool.input, state)
      const { version } = before
      if (!(await writeTool(tx, { before, enabled, approved, version }, record)))
        throw new AppError('request.stale')
      await instance.announce(tx)
    },
    settled,
  })
}
