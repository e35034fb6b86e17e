import { CircleDashed, Equal, type LucideIcon, Pencil, TrendingDown, TrendingUp } from 'lucide-react'
import type { ComparedOutcome } from '../data/api.ts'
import { testsTexts } from '../lang/en.ts'

const looks: Record<ComparedOutcome, { Icon: LucideIcon; look: string; flips?: true }> = {
  Worse: { Icon: TrendingDown, look: 'chip e', flips: true },
  Improved: { Icon: TrendingUp, look: 'chip ok', flips: true },
  Unchanged: { Icon: Equal, look: 'chip' },
  Changed: { Icon: Pencil, look: 'chip info' },
  Missing: { Icon: CircleDashed, look: 'chip w' },
}

/** Whether a case got better or worse, as a word with an icon. */
export function OutcomeChip({ outcome }: { outcome: ComparedOutcome }) {
  const t = testsTexts.useText()
  const { Icon, look, flips } = looks[outcome]
  return (
    <span className={look}>
      <Icon size={14} className={flips && 'flip'} />
      {t(`compared.${outcome}`)}
    </span>
  )
}
