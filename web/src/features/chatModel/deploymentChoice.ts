import { observable } from '../../base/observable.ts'
import { useObservable } from '../../base/useObservable.ts'
import type { Conversation, GptSystemDetails } from './api.ts'

export type DeploymentChoice = GptSystemDetails['deployments'][number]
export type NamedDeployment = NonNullable<Conversation['chosenDeployment']>

/** What answers a chat, and what one may have it answered by. */
export interface ChosenDeployment {
  /** Empty where there is no choice. */
  choices: readonly DeploymentChoice[]
  /** Undefined where there is no choice. */
  current: DeploymentChoice | undefined
  /** What is sent with a question: undefined leaves it to what the conversation was answered by last. */
  sent: NamedDeployment | null | undefined
  choose: (choice: DeploymentChoice) => void
}

/** What was chosen on this page, by what the draft of a chat is kept by; null: the default. */
const picks = observable<Record<string, NamedDeployment | null>>({})

const isSame = (one: NamedDeployment, other: NamedDeployment | null | undefined) =>
  one.deploymentName === other?.deploymentName && one.languageEngine === other.languageEngine

/** Of choices the one that answers: what was picked here, else what the conversation keeps, else the default. */
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
