import { CircleAlert, CircleStop, Clock, LoaderCircle } from 'lucide-react'
import type { Run } from '../data/api.ts'
import { testsTexts } from '../lang/en.ts'
import { PassMark } from '../PassMark.tsx'
import { hasPassed } from '../scoreText.ts'

const looks = {
  Queued: { Icon: Clock, look: 'chip' },
  Running: { Icon: LoaderCircle, look: 'chip info' },
  Stopped: { Icon: CircleStop, look: 'chip w' },
  Failed: { Icon: CircleAlert, look: 'chip e' },
} as const

/** Whether a run passed, or else how far it is or how it ended. */
export function RunMark({ run: { phase, scorePercent }, passPercent }: { run: Run; passPercent: number }) {
  const t = testsTexts.useText()
  if (phase === 'Completed') return <PassMark passed={hasPassed(scorePercent ?? 0, passPercent)} />
  const { Icon, look } = looks[phase]
  return (
    <span className={look}>
      <Icon size={14} />
      {t(`phase.${phase}`)}
    </span>
  )
}
