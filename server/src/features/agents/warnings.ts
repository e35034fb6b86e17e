import type { ConfigurationWarning } from '@parlance/contract/agentConfiguration'
import type { z } from 'zod'
import { type EngineRegistry, isSame } from '../../engines/registry.ts'
import { furtherDeployments } from './choices.ts'
import type { ConfigurationRow } from './store.ts'

type Warning = z.output<typeof ConfigurationWarning>

/** Returns warnings about settings that won't work as configured. */
export const warningsOf = (engines: EngineRegistry, configuration: ConfigurationRow): Warning[] => [
  ...deploymentWarnings(engines, configuration),
  ...choiceWarnings(engines, configuration),
  ...helperWarnings(engines, configuration),
  ...limitWarnings(engines, configuration),
  ...sightWarnings(engines, configuration),
]

export function deploymentWarnings(engines: EngineRegistry, state: ConfigurationRow): Warning[] {
  const { languageEngine, deploymentName } = state
  if (languageEngine === 'BuiltIn') return []
  const known = engines
    .deployments()
    .some((one) => one.languageEngine === languageEngine && one.deploymentName === deploymentName)
  if (known) return []
  const about = { property: 'deploymentName', tokens: null }
  if (!deploymentName) {
    const message = `Choose a deployment of ${languageEngine}.`
    return [{ ...about, message, code: 'deploymentMissing', name: languageEngine }]
  }
  const message = `${languageEngine} has no deployment named “${deploymentName}”. Choose one from the list.`
  return [{ ...about, message, code: 'deploymentUnknown', name: deploymentName }]
}

function helperWarnings(
  engines: EngineRegistry,
  { languageEngine, helperDeploymentName: name }: ConfigurationRow,
): Warning[] {
  if (languageEngine === 'BuiltIn' || name === null) return []
  if (engines.helpers().some((one) => isSame(one, { languageEngine, deploymentName: name }))) return []
  const message = `${languageEngine} has no helper deployment named “${name}”. Choose one from the list.`
  return [{ property: 'helperDeploymentName', message, code: 'helperUnknown', name, tokens: null }]
}

/** Warns about limits that are otherwise reduced silently: a deployment writes no more than it can. */
function limitWarnings(
  engines: EngineRegistry,
  { languageEngine, deploymentName, maxTokens }: ConfigurationRow,
): Warning[] {
  if (languageEngine === 'BuiltIn' || !deploymentName) return []
  const { maxOutputTokens } = engines.findDeployment(languageEngine, deploymentName)
  if (maxTokens <= maxOutputTokens) return []
  const message = `${deploymentName} supports at most ${maxOutputTokens} output tokens, so no more are requested.`
  return [
    { property: 'maxTokens', message, code: 'tokensCapped', name: deploymentName, tokens: maxOutputTokens },
  ]
}

/** Warns if an agent should read images but its model can't. */
function sightWarnings(
  engines: EngineRegistry,
  {
    languageEngine,
    deploymentName,
    capabilityTypes,
    restrictAnswerToInformationReturnedByTools: isRestricted,
  }: ConfigurationRow,
): Warning[] {
  if (!capabilityTypes.includes('Vision')) return []
  const about = { property: 'capabilityTypes', tokens: null }
  if (isRestricted) {
    const message = 'The agent answers only from what its tools return, so images are ignored.'
    return [{ ...about, message, code: 'imagesRestricted', name: deploymentName ?? languageEngine }]
  }
  if (languageEngine !== 'BuiltIn' && !deploymentName) return []
  if (engines.findDeployment(languageEngine, deploymentName).vision) return []
  const name = deploymentName ?? languageEngine
  const message = `${name} reads only text, so images are ignored.`
  return [{ ...about, message, code: 'imagesUnseen', name }]
}

/** Applies the checks for the configuration's own deployment to the selectable ones. */
function choiceWarnings(engines: EngineRegistry, state: ConfigurationRow): Warning[] {
  const property = 'selectableDeployments'
  return furtherDeployments(state)
    .map((named) => ({ ...state, ...named }))
    .flatMap((chosen) => [
      ...deploymentWarnings(engines, chosen),
      ...limitWarnings(engines, chosen),
      // Warnings that don't depend on the answering deployment appear only once.
      ...sightWarnings(engines, chosen).filter(({ code }) => code === 'imagesUnseen'),
    ])
    .map((warning) => ({ ...warning, property }))
}

/** Returns a warning for each missing deployment: the configuration's own, the selectable ones, and the helper. */
export const goneDeployments = (engines: EngineRegistry, state: ConfigurationRow): Warning[] => [
  ...deploymentWarnings(engines, state),
  ...choiceWarnings(engines, state).filter(({ code }) => code === 'deploymentUnknown'),
  ...helperWarnings(engines, state),
]

/** Returns the errors that prevent a configuration from being published. */
export function errorsOf(
  engines: EngineRegistry,
  state: ConfigurationRow,
): { field: string; message: string }[] {
  const unnamed = state.gptSystemName === '' ? [{ field: 'gptSystemName', message: 'Name is required' }] : []
  const gone = goneDeployments(engines, state).map(({ property: field, message }) => ({ field, message }))
  return [...unnamed, ...gone]
}
