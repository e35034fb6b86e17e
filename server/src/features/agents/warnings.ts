import type { EngineRegistry } from '../../engines/registry.ts'
import type { ConfigurationRow } from './store.ts'

/** What of a configuration would not be as it says. */
export const warningsOf = (engines: EngineRegistry, configuration: ConfigurationRow) => [
  ...deploymentWarnings(engines, configuration),
  ...limitWarnings(engines, configuration),
  ...sightWarnings(engines, configuration),
]

export function deploymentWarnings(
  engines: EngineRegistry,
  state: ConfigurationRow,
): { property: string; message: string }[] {
  const { languageEngine, deploymentName } = state
  if (languageEngine === 'BuiltIn') return []
  const known = engines
    .deployments()
    .some((one) => one.languageEngine === languageEngine && one.deploymentName === deploymentName)
  if (known) return []
  const message = deploymentName
    ? `${languageEngine} has no deployment named "${deploymentName}". Choose one from the list of deployments.`
    : `Choose a deployment of ${languageEngine}.`
  return [{ property: 'deploymentName', message }]
}

/** What is taken from a configuration without a word elsewhere: a deployment writes no more than it can. */
function limitWarnings(
  engines: EngineRegistry,
  { languageEngine, deploymentName, maxTokens }: ConfigurationRow,
): { property: string; message: string }[] {
  if (languageEngine === 'BuiltIn' || !deploymentName) return []
  const { maxOutputTokens } = engines.findDeployment(languageEngine, deploymentName)
  if (maxTokens <= maxOutputTokens) return []
  const message = `${deploymentName} writes at most ${maxOutputTokens} tokens; no more are asked for.`
  return [{ property: 'maxTokens', message }]
}

/** An agent that is to look at images, with a model that cannot. */
function sightWarnings(
  engines: EngineRegistry,
  { languageEngine, deploymentName, capabilityTypes }: ConfigurationRow,
): { property: string; message: string }[] {
  if (!capabilityTypes.includes('Vision')) return []
  if (languageEngine !== 'BuiltIn' && !deploymentName) return []
  if (engines.findDeployment(languageEngine, deploymentName).vision) return []
  const message = `${deploymentName ?? languageEngine} reads text alone: images are not looked at.`
  return [{ property: 'capabilityTypes', message }]
}

/** What keeps a configuration from being published. */
export function errorsOf(
  engines: EngineRegistry,
  state: ConfigurationRow,
): { field: string; message: string }[] {
  const unnamed = state.gptSystemName === '' ? [{ field: 'gptSystemName', message: 'Name is required' }] : []
  const gone = deploymentWarnings(engines, state).map(({ property: field, message }) => ({ field, message }))
  return [...unnamed, ...gone]
}
