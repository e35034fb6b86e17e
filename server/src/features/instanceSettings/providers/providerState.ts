import type { Config } from '../../../config/config.ts'
import { isSame } from '../../../engines/registry.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { readSettings } from '../store.ts'
import { type ShownEngineKey, shownEngineKeys } from './shownKeys.ts'
import * as store from './store.ts'

type Named = Pick<store.DeploymentRow, 'languageEngine' | 'deploymentName'>

/** The language models of an instance, from its configuration and database. */
export interface ProviderState {
  keys: Pick<ShownEngineKey, 'languageEngine' | 'lastTest'>[]
  /** The default deployment for chats and its state. */
  chosen: (Named & { state: 'There' | 'Gone' | 'NotKnown' }) | null
}

/** Reads the state without engines: for the checklist, which also examines a stopped instance. */
export async function readProviderState(config: Config, db: Sql): Promise<ProviderState> {
  const [settings, rows, tests, deployments] = await Promise.all([
    readSettings(db),
    store.readKeys(db),
    store.readTests(db),
    store.readDeployments(db),
  ])
  const keys = shownEngineKeys(config, rows, tests)
  const { defaultLanguageEngine: languageEngine, defaultDeploymentName: deploymentName } = settings
  if (!languageEngine || !deploymentName) return { keys: keys.map(told), chosen: null }
  const chosen = { languageEngine, deploymentName }
  const row = deployments.find((one) => isSame(one, chosen))
  const hasKey = keys.some((key) => key.languageEngine === languageEngine)
  const isConfigured = config.engines[languageEngine].deployments.includes(deploymentName)
  const isForChat = row ? row.purposes.includes('Chat') : isConfigured
  // A deployment named by the environment exists, whatever the provider's list says.
  const isGone = row?.gone === true && !isConfigured
  const state = isGone ? 'Gone' : hasKey && isForChat ? 'There' : 'NotKnown'
  return { keys: keys.map(told), chosen: { ...chosen, state } }
}

const told = ({ languageEngine, lastTest }: ShownEngineKey) => ({ languageEngine, lastTest })
