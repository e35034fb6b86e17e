import { type instanceSettings, keyedEngines } from '@parlance/contract/instanceSettings'
import type { KeyedEngine } from '../../../engines/connections.ts'
import { describeDeployment, parametersOf } from '../../../engines/deployments.ts'
import { purposesOf } from '../../../engines/modelList.ts'
import { isSame } from '../../../engines/registry.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CurrentProviders } from './currentProviders.ts'
import { shownEngineKeys } from './shownKeys.ts'
import * as store from './store.ts'

type Named = Pick<store.DeploymentRow, 'languageEngine' | 'deploymentName'>

/** The deployments of the instance's providers: named by the environment, by a provider's list, or by hand. */
export function createDeployments(platform: Platform, providers: CurrentProviders) {
  const { config, database } = platform
  const configured: Named[] = keyedEngines.flatMap((languageEngine) =>
    config.engines[languageEngine].deployments.map((deploymentName) => ({ languageEngine, deploymentName })),
  )
  const isConfigured = (named: Named) => configured.some((one) => isSame(one, named))

  const unsaid = ({ languageEngine, deploymentName }: Named): store.DeploymentRow => ({
    languageEngine,
    deploymentName,
    purposes: isConfigured({ languageEngine, deploymentName }) ? ['Chat'] : purposesOf(deploymentName),
    approved: false,
    lastProbe: null,
    gone: false,
    version: 0,
  })

  function shown(row: store.DeploymentRow) {
    const { languageEngine, deploymentName } = row
    const described = describeDeployment(languageEngine, deploymentName, config.engines[languageEngine])
    const source = isConfigured(row) ? ('Environment' as const) : ('Screen' as const)
    return { ...described, ...row, source, parameters: parametersOf(described) }
  }

  /** Whether a provider has a key, so that its deployments can be asked at all. */
  async function isConnected(db: Sql, languageEngine: KeyedEngine): Promise<boolean> {
    const keys = shownEngineKeys(config, await store.readKeys(db), [])
    return (
      isConfigured({ languageEngine, deploymentName: '' }) ||
      keys.some((one) => one.languageEngine === languageEngine)
    )
  }

  return {
    async listDeployments() {
      const rows = await store.readDeployments(database.db)
      const said = (named: Named) => rows.find((row) => isSame(row, named))
      const own = configured.map((named) => said(named) ?? unsaid(named))
      return { items: [...own, ...rows.filter((row) => !isConfigured(row))].map(shown) }
    },

    async updateDeployment(call: Call<typeof instanceSettings.updateDeployment>) {
      const { languageEngine, approved, purposes } = call.input
      const said = {
        languageEngine,
        deploymentName: call.params.deploymentName,
        approved,
        purposes: [...new Set(purposes)],
      }
      try {
        return await call.change(async (tx, record) => {
          const before = await store.lockDeployment(tx, languageEngine, said.deploymentName)
          if ((before?.version ?? 0) !== call.ifMatch)
            throw new AppError('request.stale', { current: shown(before ?? unsaid(said)) })
          if (!before && !isConfigured(said) && !(await isConnected(tx, languageEngine)))
            throw new AppError('deployment.notFound')
          const after = before
            ? await store.updateDeployment(tx, said)
            : await store.insertDeployment(tx, said)
          if (!after) throw new AppError('request.stale', { current: shown(unsaid(said)) })
          // A name that was typed in and is for nothing was a mistake.
          const isMistake = after.lastProbe === null && purposes.length === 0 && !isConfigured(said)
          if (isMistake) await store.removeDeployment(tx, said)
          record({
            entityType: 'Deployment',
            entityId: `${languageEngine}/${said.deploymentName}`,
            entityName: said.deploymentName,
            before: recorded(before),
            after: isMistake ? null : recorded(after),
          })
          await providers.announce(tx)
          return shown(after)
        })
      } finally {
        providers.changed()
      }
    },
  }
}

const recorded = (row: store.DeploymentRow | null) =>
  row && { purposes: row.purposes, approved: row.approved }

/** Stores what a provider's list names; answers the names that were known before and after. */
export async function storeListed(
  tx: Sql,
  languageEngine: KeyedEngine,
  listed: readonly string[],
): Promise<{ before: string[]; after: string[] }> {
  const names = async () =>
    (await store.readDeployments(tx))
      .filter((row) => row.languageEngine === languageEngine && !row.gone)
      .map((row) => row.deploymentName)
  const before = await names()
  const purposed = listed.map((deploymentName) => ({ deploymentName, purposes: purposesOf(deploymentName) }))
  await store.storeList(tx, languageEngine, purposed)
  return { before, after: await names() }
}
