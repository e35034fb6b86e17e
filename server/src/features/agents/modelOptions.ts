import { parametersOf } from '../../engines/deployments.ts'
import { type Engines, isSame, type LanguageEngine } from '../../engines/registry.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'

/** The engine and deployment of a new agent. */
export interface FirstEngine {
  languageEngine: LanguageEngine
  deploymentName: string | null
}

interface Needs {
  engines: Engines
  instance: CurrentInstance
}

/**
 * Returns the instance's default chat deployment if it is available, otherwise the best one that works, and otherwise the
 * built-in engine.
 */
export async function readFirstEngine({ engines, instance }: Needs): Promise<FirstEngine> {
  const [{ defaultChatDeployment }, registry] = await Promise.all([instance.read(), engines.current()])
  const { languageEngine, deploymentName } = defaultChatDeployment ?? {}
  const chosen = registry
    .deployments()
    .find((one) => one.languageEngine === languageEngine && one.deploymentName === deploymentName)
  const there = chosen ?? registry.best()
  if (!there) return { languageEngine: 'BuiltIn', deploymentName: null }
  return { languageEngine: there.languageEngine, deploymentName: there.deploymentName }
}

/** Returns the available configuration options. Prices are omitted because not everyone can see them. */
export async function readModelOptions(needs: Needs) {
  const [registry, { tools, helperDeployment }, defaults] = await Promise.all([
    needs.engines.current(),
    needs.instance.read(),
    readFirstEngine(needs),
  ])
  const helpers = registry
    .helpers()
    .map(({ languageEngine, deploymentName }) => ({ languageEngine, deploymentName }))
  return {
    helpers,
    defaultHelper: helpers.find((one) => helperDeployment !== null && isSame(one, helperDeployment)) ?? null,
    deployments: registry.deployments().map(({ price: _, ...deployment }) => ({
      ...deployment,
      parameters: parametersOf(deployment),
    })),
    tools: tools.map(({ tool, state, missing }) => ({ tool, state, missing: [...missing] })),
    defaults,
  }
}
