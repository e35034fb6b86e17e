import { instanceSettings, keyedEngines } from '@parlance/contract/instanceSettings'
import type { KeyedEngine } from '../../../engines/connections.ts'
import { describeDeployment, parametersOf } from '../../../engines/deployments.ts'
import { purposesOf } from '../../../engines/modelList.ts'
import { isSame } from '../../../engines/registry.ts'
import type { RecordChange } from '../../../platform/audit/audit.ts'
import { validState } from '../../../platform/audit/restorers.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CurrentProviders } from './currentProviders.ts'
import { shownEngineKeys } from './shownKeys.ts'
import * as store from './store.ts'

type Named = Pick<store.DeploymentRow, 'languageEngine' | 'deploymentName'>

type Said = Omit<store.DeploymentRow, 'lastProbe' | 'gone' | 'version'>

interface DeploymentsNeeds {
  providers: CurrentProviders
  /** Throws if the settings page is turned off. */
  demandPage(tx: Sql): Promise<void>
}

/**
 * The deployments of the instance's providers: from the environment, from a provider's list, or added by hand.
 */
export function createDeployments(platform: Platform, { providers, demandPage }: DeploymentsNeeds) {
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
    price: null,
    imagePrice: null,
    minutePrice: null,
    speechPrice: null,
    vision: null,
    version: 0,
  })

  function shown(row: store.DeploymentRow) {
    const { languageEngine, deploymentName } = row
    const described = describeDeployment(languageEngine, deploymentName, config.engines[languageEngine])
    const source = isConfigured(row) ? ('Environment' as const) : ('Screen' as const)
    const vision = row.vision ?? described.vision
    return { ...described, ...row, vision, source, parameters: parametersOf(described) }
  }

  /** Whether a provider has a key, so that its deployments can be called. */
  async function isConnected(db: Sql, languageEngine: KeyedEngine): Promise<boolean> {
    const keys = shownEngineKeys(config, await store.readKeys(db), [])
    return (
      isConfigured({ languageEngine, deploymentName: '' }) ||
      keys.some((one) => one.languageEngine === languageEngine)
    )
  }

  /** Sets a deployment's values and records the change; returns null if someone else has just added it. */
  async function write(
    tx: Sql,
    before: store.DeploymentRow | null,
    said: Said,
    record: RecordChange,
  ): Promise<store.DeploymentRow | null> {
    const after = before ? await store.updateDeployment(tx, said) : await store.insertDeployment(tx, said)
    if (!after) return null
    // A name added by hand without any use was a mistake.
    const isMistake = after.lastProbe === null && said.purposes.length === 0 && !isConfigured(said)
    if (isMistake) await store.removeDeployment(tx, said)
    record({
      entityType: 'Deployment',
      entityId: `${said.languageEngine}/${said.deploymentName}`,
      entityName: said.deploymentName,
      before: recorded(before),
      after: isMistake ? null : recorded(after),
    })
    return after
  }

  const { updateDeployment } = instanceSettings
  /** A deployment's values can be restored; one removed as a mistake can't. */
  platform.restorers.add({
    entityType: 'Deployment',
    fields: ['purposes', 'approved', 'price', 'imagePrice', 'minutePrice', 'speechPrice', 'vision'],
    rights: ['InstanceSettingsWrite'],
    async lock(tx, _actor, entityId) {
      await demandPage(tx)
      const named = namedBy(entityId)
      return recorded(named && (await store.lockDeployment(tx, named.languageEngine, named.deploymentName)))
    },
    async apply(tx, { entityId, state }, record) {
      const named = namedBy(entityId)
      const before = named && (await store.lockDeployment(tx, named.languageEngine, named.deploymentName))
      if (!named || !before) throw new AppError('deployment.notFound')
      const { languageEngine } = named
      const {
        approved,
        purposes,
        price = null,
        imagePrice = null,
        minutePrice = null,
        speechPrice = null,
        vision = null,
      } = validState(updateDeployment.input, {
        ...state,
        languageEngine,
      })
      const prices = { price, imagePrice, minutePrice, speechPrice }
      await write(tx, before, { ...named, approved, purposes, ...prices, vision }, record)
      await providers.announce(tx)
    },
    settled: providers.changed,
  })

  return {
    async listDeployments() {
      const rows = await store.readDeployments(database.db)
      const said = (named: Named) => rows.find((row) => isSame(row, named))
      const own = configured.map((named) => said(named) ?? unsaid(named))
      return { items: [...own, ...rows.filter((row) => !isConfigured(row))].map(shown) }
    },

    async updateDeployment(call: Call<typeof instanceSettings.updateDeployment>) {
      const { languageEngine, approved, purposes, ...rest } = call.input
      const named = {
        languageEngine,
        deploymentName: call.params.deploymentName,
        approved,
        purposes: [...new Set(purposes)],
      }
      try {
        return await call.change(async (tx, record) => {
          const before = await store.lockDeployment(tx, languageEngine, named.deploymentName)
          const said = {
            ...named,
            price: rest.price === undefined ? (before?.price ?? null) : rest.price,
            imagePrice: rest.imagePrice === undefined ? (before?.imagePrice ?? null) : rest.imagePrice,
            minutePrice: rest.minutePrice === undefined ? (before?.minutePrice ?? null) : rest.minutePrice,
            speechPrice: rest.speechPrice === undefined ? (before?.speechPrice ?? null) : rest.speechPrice,
            vision: rest.vision === undefined ? (before?.vision ?? null) : rest.vision,
          }
          if ((before?.version ?? 0) !== call.ifMatch)
            throw new AppError('request.stale', { current: shown(before ?? unsaid(said)) })
          if (!before && !isConfigured(said) && !(await isConnected(tx, languageEngine)))
            throw new AppError('deployment.notFound')
          const after = await write(tx, before, said, record)
          if (!after) throw new AppError('request.stale', { current: shown(unsaid(said)) })
          await providers.announce(tx)
          return shown(after)
        })
      } finally {
        providers.changed()
      }
    },
  }
}

/** Parses an audit ID: the engine, then the name, which can contain slashes. */
function namedBy(entityId: string): { languageEngine: KeyedEngine; deploymentName: string } | null {
  const at = entityId.indexOf('/')
  const languageEngine = keyedEngines.find((one) => one === entityId.slice(0, at))
  return languageEngine ? { languageEngine, deploymentName: entityId.slice(at + 1) } : null
}

const recorded = (row: store.DeploymentRow | null) =>
  row && {
    purposes: row.purposes,
    approved: row.approved,
    price: row.price,
    imagePrice: row.imagePrice,
    minutePrice: row.minutePrice,
    speechPrice: row.speechPrice,
    vision: row.vision,
  }

/** Stores the names in a provider's list; returns the names known before and after. */
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
