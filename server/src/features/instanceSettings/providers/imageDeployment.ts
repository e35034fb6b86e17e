import type { Config } from '../../../config/config.ts'
import { configuredConnection } from '../../../engines/connections.ts'
import type { Sql } from '../../../platform/database/database.ts'
import * as store from './store.ts'

/** Whether the chosen image deployment can be called: it exists, can be used for images, and its provider is set. */
export async function hasImageDeployment(db: Sql, config: Pick<Config, 'engines'>): Promise<boolean> {
  const chosen = await store.readImageDeployment(db)
  if (!chosen) return false
  const { languageEngine, deploymentName, isGone, hasKey } = chosen
  // A deployment named by the environment exists whatever its provider lists.
  const isThere = !isGone || config.engines[languageEngine].deployments.includes(deploymentName)
  return isThere && (hasKey || configuredConnection(config, languageEngine) !== null)
}
