import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import { changeOf } from '../change.ts'
import type { Figure } from '../figures.ts'
import { changeText, figureText } from '../figureText.ts'
import { analyticsTexts } from '../lang/en.ts'
import type { Metric } from './metrics.ts'

const arrows = { Up: ArrowUpRight, Down: ArrowDownRight, Same: ArrowRight }

interface Props {
  metric: Metric
  now: Figure
  before: Figure
  /** The previous figure is shown next to it. */
  isInTable?: boolean
}

/** The change since the previous period, by arrow, sign, and color. */
export function ChangeMark({ metric, now, before, isInTable = false }: Props) {
  const t = analyticsTexts.useText()
  const change = changeOf(now, before, metric.unit, metric.more)
  const was =
    before === null || isInTable ? undefined : t('before', { value: figureText(before, metric.unit) })
  if (!change) return <span className="small m2">{was ?? (isInTable && '–')}</span>
  const Arrow = arrows[change.trend]
  return (
    <span className="small row change" data-tone={change.tone} title={was}>
      <Arrow size={12} />
      <span className="num">{changeText(change)}</span>
      {was && <span className="hidden">{was}</span>}
    </span>
  )
}
