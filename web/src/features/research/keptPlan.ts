import type { NamedDeployment } from '../chatModel/deploymentChoice.ts'
import { keepDraftPlan, readDraftPlan } from '../chatModel/drafts.ts'
import type { ResearchProposal } from './data/api.ts'
import type { PlanValues } from './planForm.ts'

/** A plan as the user left it, and what it is for. */
interface KeptPlan {
  question: string
  gptSystemId: string
  /** The deployment that is sent with the question. */
  deployment?: NamedDeployment | null | undefined
  proposal: ResearchProposal
  values: PlanValues
}

export const keepPlan = (draftOf: string, plan: KeptPlan): void =>
  keepDraftPlan(draftOf, JSON.stringify(plan))

/** Returns the plan of a draft, if it is for the same question, agent, and deployment; null otherwise. */
export function keptPlan(
  draftOf: string,
  { question, gptSystemId, deployment }: Omit<KeptPlan, 'proposal' | 'values'>,
): Pick<KeptPlan, 'proposal' | 'values'> | null {
  try {
    const kept = JSON.parse(readDraftPlan(draftOf) || 'null') as KeptPlan | null
    const isSame =
      kept?.question === question &&
      kept.gptSystemId === gptSystemId &&
      JSON.stringify(kept.deployment) === JSON.stringify(deployment)
    return isSame ? kept : null
  } catch {
    return null
  }
}
