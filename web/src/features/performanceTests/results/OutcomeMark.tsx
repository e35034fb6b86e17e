import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import type { CaseResult } from '../data/api.ts'
import { testsTexts } from '../lang/en.ts'

const looks = {
  Passed: { Icon: CircleCheck, look: 'chip ok' },
  Failed: { Icon: CircleX, look: 'chip e' },
  Broken: { Icon: CircleAlert, look: 'chip w' },
} as const

/** Whether a case passed, failed, or has no answer, as a word with an icon. */
export function OutcomeMark({ result: { passed, errorCode } }: { result: CaseResult }) {
  const t = testsTexts.useText()
  const outcome = errorCode !== null ? 'Broken' : passed ? 'Passed' : 'Failed'
  const { Icon, look } = looks[outcome]
  return (
    <span className={look}>
      <Icon size={14} />
      {t(`outcome.${outcome}`)}
    </span>
  )
}
