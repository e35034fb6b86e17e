import type { Step } from '@parlance/contract/events'

export const isResearchStep = ({ id }: Pick<Step, 'id'>): boolean => id.startsWith('research-')

/** Whether an answer is a research, which its steps say. */
export const isResearch = ({ steps }: { steps: readonly Step[] }): boolean => steps.some(isResearchStep)
