import type { PageProblem } from '../data/setupsApi.ts'
import type { GuidedText } from './lang/en.ts'

/** Says why a page can’t be read. */
export const problemText = (problem: PageProblem, status: number | null, t: GuidedText): string =>
  t(`problem.${problem}`, { status: status ?? '' })
