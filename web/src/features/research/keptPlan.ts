import { keepDraftPlan, readDraftPlan } from '../chatModel/drafts.ts'
import type { ResearchProposal } from './data/api.ts'
import type { PlanValues } from './planForm.ts'

/** A plan as the user left it, and what it is for. */
interface KeptPlan {
  question: string
  gptSystemId: string
  proposal: ResearchProposal
  values: PlanValues
}

export const keepPlan = (draftOf: string, plan: KeptPlan): void =>
  keepDraftPlan(draftOf, JSON.stringify(plan))

/** Returns the plan of a draft, if it is for the same question and agent; null otherwise. */
export function keptPlan(
  draftOf: string,
  { question, gptSystemId }: Pick<KeptPlan, 'question' | 'gptSystemId'>,
): Pick<KeptPlan, 'proposal' | 'values'> | null {
  try {
    const kept = JSON.parse(readDraftPlan(draftOf) || 'null') as KeptPlan | null
    return kept?.question === question && kept.gptSystemId === gptSystemId ? kept : null
  } catch {
    return null
  }
}
