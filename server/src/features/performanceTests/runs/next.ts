import type { TestAnswer } from '../../conversations/index.ts'
import type { Asked } from './asking.ts'
import type { NewResult } from './runsStore.ts'

/** A question of a built-in test, and how its answer is scored. */
export interface Next {
  caseId: string
  repeat: number
  asked: Asked
  scored(
    answer: TestAnswer,
  ): Pick<NewResult, 'passed' | 'score' | 'factsFound' | 'forbiddenFound' | 'citationsFound' | 'findings'>
}
