import type { Step } from '@parlance/contract/events'

/** The step with what a research has used of its budget, which runs as long as the research. */
export const RESEARCH_BUDGET = 'research-budget'

export const isResearchStep = ({ id }: Pick<Step, 'id'>): boolean => id.startsWith('research-')

/** Whether an answer is a research, which its steps say. */
export const isResearch = ({ steps }: { steps: readonly Step[] }): boolean => steps.some(isResearchStep)
