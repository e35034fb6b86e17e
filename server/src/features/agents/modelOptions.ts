import { parametersOf } from '../../engines/deployments.ts'
import type { Engines, LanguageEngine } from '../../engines/registry.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'

/** What a new agent answers with. */
export interface FirstEngine {
  languageEngine: LanguageEngine
  deploymentName: string | null
}

interface Needs {
  engines: Engines
  instance: CurrentInstance
}

/** The instance's default chat deployment where it is there, else the built-in engine. */
export async function readFirstEngine({ engines, instance }: Needs): Promise<FirstEngine> {
  const [{ defaultChatDeployment }, registry] = await Promise.all([instance.read(), engines.current()])
  const { languageEngine, deploymentName } = defaultChatDeployment ?? {}
  const there = registry
    .deployments()
    .find((one) => one.languageEngine === languageEngine && one.deploymentName === deploymentName)
  if (!there) return { languageEngine: 'BuiltIn', deploymentName: null }
  return { languageEngine: there.languageEngine, deploymentName: there.deploymentName }
}

/** What a configuration can be set to here. What a deployment costs is not everybody's to know. */
export async function readModelOptions(needs: Needs) {
  const [registry, { tools }, defaults] = await Promise.all([
    needs.engines.current(),
    needs.instance.read(),
    readFirstEngine(needs),
  ])
  return {
    deployments: registry.deployments().map(({ price: _, ...deployment }) => ({
      ...deployment,
      parameters: parametersOf(deployment),
    })),
    tools: tools.map(({ tool, state }) => ({ tool, state })),
    defaults,
  }
}
