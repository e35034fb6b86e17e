import type { Configuration, ModelOptions } from './data/api.ts'

export type Selectable = Configuration['selectableDeployments'][number]
export type Named = Pick<Selectable, 'languageEngine' | 'deploymentName'>
type Configured = Pick<
  Configuration,
  | 'languageEngine'
  | 'deploymentName'
  | 'selectableDeployments'
  | 'capabilityTypes'
  | 'restrictAnswerToInformationReturnedByTools'
>

export const isSame = (one: Named, other: { languageEngine: string; deploymentName: string | null }) =>
  one.languageEngine === other.languageEngine && one.deploymentName === other.deploymentName

/**
 * Returns the deployments that people can choose from, the default first. Empty if there is only the default.
 */
export function choicesOf(options: ModelOptions | undefined, configuration: Configured) {
  const { languageEngine, deploymentName, selectableDeployments, capabilityTypes } = configuration
  if (languageEngine === 'BuiltIn' || deploymentName === null || !options) return []
  const own = { languageEngine, deploymentName }
  const find = (named: Named) => options.deployments.find((one) => isSame(one, named))
  const further = selectableDeployments.filter((one) => !isSame(one, own) && find(one))
  if (further.length === 0) return []
  const label = selectableDeployments.find((one) => isSame(one, own))?.label ?? deploymentName
  return [{ ...own, label }, ...further].map((one, place) => ({
    ...one,
    isDefault: place === 0,
    seesImages:
      !configuration.restrictAnswerToInformationReturnedByTools &&
      capabilityTypes.includes('Vision') &&
      find(one)?.vision === true,
  }))
}

/** Adds a deployment to the choices. The default gets an entry too, so it has a name. */
export function withChoice(
  {
    languageEngine,
    deploymentName,
    selectableDeployments,
  }: Pick<Configured, 'languageEngine' | 'deploymentName' | 'selectableDeployments'>,
  added: Named,
): Selectable[] {
  const own = deploymentName === null ? [] : [{ languageEngine, deploymentName }]
  const missing = own.filter((one) => !selectableDeployments.some((other) => isSame(other, one)))
  const entry = ({ languageEngine: engine, deploymentName: name }: Named) => ({
    languageEngine: engine,
    deploymentName: name,
    label: freeLabel(name, selectableDeployments),
  })
  return [...missing.map(entry), ...selectableDeployments, entry(added)]
}

const LABEL = 40

/** Returns an initial name: the deployment's own, with a number if it is already used. */
function freeLabel(name: string, taken: readonly Selectable[]): string {
  const isTaken = (label: string) => taken.some((one) => one.label.toLowerCase() === label.toLowerCase())
  const short = name.slice(0, LABEL)
  for (let number = 2; ; number++) {
    const label = number === 2 ? short : `${short.slice(0, LABEL - 3)} ${number - 1}`
    if (!isTaken(label)) return label
  }
}
