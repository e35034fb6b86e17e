import type { NamedDeployment } from '@parlance/contract/agentConfiguration'
import { type EngineRegistry, isSame, type PricedDeployment } from '../../engines/registry.ts'
import type { ConfigurationRow } from './store.ts'

type Configured = Pick<ConfigurationRow, 'languageEngine' | 'deploymentName' | 'selectableDeployments'>

export interface Choice extends NamedDeployment {
  label: string
}

/** Returns the additional deployments of a configuration. The built-in engine has none, whatever is listed. */
export const furtherDeployments = ({ languageEngine, deploymentName, selectableDeployments }: Configured) =>
  languageEngine === 'BuiltIn' || deploymentName === null
    ? []
    : selectableDeployments.filter((one) => !isSame(one, { languageEngine, deploymentName }))

/** Returns the deployments that people can choose now, default first. Empty if there is only the default. */
export function choicesOf(registry: EngineRegistry, configuration: Configured): Choice[] {
  const { languageEngine, deploymentName, selectableDeployments } = configuration
  const there = registry.deployments()
  const further = furtherDeployments(configuration).filter((one) => there.some((other) => isSame(one, other)))
  if (further.length === 0 || deploymentName === null) return []
  const own = { languageEngine, deploymentName }
  const label = selectableDeployments.find((one) => isSame(one, own))?.label ?? deploymentName
  return [{ ...own, label }, ...further]
}

/**
 * Returns the deployments that can make the helper calls of a configuration now: its own, then the instance's. The
 * built-in engine makes none.
 */
export function helpersOf(
  registry: EngineRegistry,
  { languageEngine, helperDeploymentName }: Pick<ConfigurationRow, 'languageEngine' | 'helperDeploymentName'>,
  ofInstance: NamedDeployment | null,
): PricedDeployment[] {
  if (languageEngine === 'BuiltIn') return []
  const own = helperDeploymentName === null ? null : { languageEngine, deploymentName: helperDeploymentName }
  const there = registry.helpers()
  const found = [own, ofInstance].flatMap((named) => there.find((one) => named && isSame(one, named)) ?? [])
  return [...new Set(found)]
}

/** What answers a question, and the choice to store. */
export interface Chosen {
  configuration: ConfigurationRow
  /** Null: the default answers. */
  chosen: NamedDeployment | null
  /** Whether the requested deployment is available. */
  isOffered: boolean
}

/** Returns a configuration with the requested deployment if it is offered, and otherwise with its own. */
export function choose(
  registry: EngineRegistry,
  configuration: ConfigurationRow,
  wanted: NamedDeployment | null,
): Chosen {
  const byDefault = { configuration, chosen: null }
  if (!wanted) return { ...byDefault, isOffered: true }
  const { languageEngine, deploymentName } = configuration
  if (deploymentName !== null && isSame(wanted, { languageEngine, deploymentName }))
    return { ...byDefault, isOffered: true }
  const choice = choicesOf(registry, configuration).find((one) => isSame(one, wanted))
  if (!choice) return { ...byDefault, isOffered: false }
  const chosen = { languageEngine: choice.languageEngine, deploymentName: choice.deploymentName }
  // The effort was set for the configuration's own deployment. A deployment without reasoning accepts none.
  const { reasoning } = registry.findDeployment(chosen.languageEngine, chosen.deploymentName)
  const reasoningEffort = reasoning ? configuration.reasoningEffort : null
  return { configuration: { ...configuration, ...chosen, reasoningEffort }, chosen, isOffered: true }
}
