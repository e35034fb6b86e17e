import { limits } from '@parlance/contract/limits'
import type { Errors } from '../../../ui/admin/formState.ts'
import type { PerformanceTest } from '../data/api.ts'

export type Judge = NonNullable<PerformanceTest['judge']>
export type NamedJudge = Pick<Judge, 'languageEngine' | 'deploymentName'>

export interface JudgeValues {
  /** The deployment as `judgeKey` writes it. Empty for none. */
  judge: string
  rubric: string
  minimumScore: string
}

export const judgeKey = ({ languageEngine, deploymentName }: NamedJudge): string =>
  `${languageEngine} ${deploymentName}`

export const judgeValues = (judge: Judge | null): JudgeValues => ({
  judge: judge ? judgeKey(judge) : '',
  rubric: judge?.rubric ?? '',
  minimumScore: String(judge?.minimumScore ?? limits.judgeScore),
})

/** Returns the judge as it is sent. `choices` are the deployments that can be chosen. */
export function judgeInput(
  { judge, rubric, minimumScore }: JudgeValues,
  choices: readonly NamedJudge[],
): Judge | null {
  const chosen = choices.find((one) => judgeKey(one) === judge)
  if (!chosen) return null
  const { languageEngine, deploymentName } = chosen
  return { languageEngine, deploymentName, rubric: rubric.trim(), minimumScore: Number(minimumScore) }
}

export const judgeErrors = ({ rubric }: JudgeValues, t: { tooLong: (max: number) => string }): Errors =>
  [...rubric.trim()].length > limits.rubric ? { rubric: t.tooLong(limits.rubric) } : {}
