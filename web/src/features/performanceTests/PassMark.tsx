import { CircleCheck, CircleX } from 'lucide-react'
import { testsTexts } from './lang/en.ts'

/** Whether a score reached the pass mark, or a case passed. */
export function PassMark({ passed }: { passed: boolean }) {
  const t = testsTexts.useText()
  const Icon = passed ? CircleCheck : CircleX
  return (
    <span className={passed ? 'chip ok' : 'chip e'}>
      <Icon size={14} />
      {t(passed ? 'passes' : 'fails')}
    </span>
  )
}
