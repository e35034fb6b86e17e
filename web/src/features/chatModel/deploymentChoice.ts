import { observable } from '../../base/observable.ts'
import { useObservable } from '../../base/useObservable.ts'
import type { Conversation, GptSystemDetails } from './api.ts'

export type DeploymentChoice = GptSystemDetails['deployments'][number]
export type NamedDeployment = NonNullable<Conversation['chosenDeployment']>

/** The deployment of a chat, and the ones to choose from. */
export interface ChosenDeployment {
  /** Empty if there is no choice. */
  choices: readonly DeploymentChoice[]
  /** Undefined if there is no choice. */
  current: DeploymentChoice | undefined
  /** The value sent with a question. Undefined means the conversation's last deployment. */
  sent: NamedDeployment | null | undefined
  choose: (choice: DeploymentChoice) => void
}

/** The deployments selected on this page, by draft key. Null means the default. */
const picks = observable<Record<string, NamedDeployment | null>>({})

const isSame = (one: NamedDeployment, other: NamedDeployment | null | undefined) =>
  one.deploymentName === other?.deploymentName && one.languageEngine === other.languageEngine

/**
 * Returns the effective deployment: the one selected here, the one stored with the conversation, or the
 * default.
 */
export function chosenAmong(
  choices: readonly DeploymentChoice[],
  picked: NamedDeployment | null | undefined,
  kept: NamedDeployment | null | undefined,
): Pick<ChosenDeployment, 'current' | 'sent'> {
  const find = (wanted: NamedDeployment | null | undefined) => choices.find((one) => isSame(one, wanted))
  const sent = picked === null || find(picked) ? picked : undefined
  const wanted = sent === undefined ? kept : sent
  return { current: find(wanted) ?? choices[0], sent: choices.length > 0 ? sent : undefined }
}

export function useDeploymentChoice(
  draftOf: string,
  choices: readonly DeploymentChoice[],
  conversation: Conversation | undefined,
): ChosenDeployment {
  const picked = useObservable(picks)[draftOf]
  return {
    choices,
    ...chosenAmong(choices, picked, conversation?.chosenDeployment),
    choose: ({ languageEngine, deploymentName, isDefault }) =>
      picks.set({ [draftOf]: isDefault ? null : { languageEngine, deploymentName } }),
  }
}
