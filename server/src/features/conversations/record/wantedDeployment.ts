import type { NamedDeployment } from '@parlance/contract/agentConfiguration'
import type { AskContext } from './store.ts'

/**
 * Returns the deployment that a question names, or else the last one chosen in its conversation, which belongs to the
 * conversation's own agent. Null for the default of the agent that answers.
 */
export function wantedDeployment(
  named: NamedDeployment | null | undefined,
  { gptSystemId, chosenDeployment }: Pick<AskContext, 'gptSystemId' | 'chosenDeployment'>,
  answering: string,
): NamedDeployment | null {
  if (named !== undefined) return named
  return answering === gptSystemId ? chosenDeployment : null
}
