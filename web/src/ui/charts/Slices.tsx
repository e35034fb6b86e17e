import { Pie, PieChart, Tooltip, type TooltipContentProps } from 'recharts'
import { formatPercent } from '../../lang/format.ts'
import { useDirection } from '../../theme/useDirection.ts'
import type { Slice } from './points.ts'
import './charts.css'

const FILL = { position: 'absolute', inset: 0 } as const
/** Smaller slices have no room for their share. The tooltip and the legend have it. */
const LEAST_LABELED = 0.04

interface Props {
  /** The accessible name. */
  label: string
  slices: readonly Slice[]
}

/** The parts of a whole as a pie. */
export function Slices({ label, slices }: Props) {
  return (
    <div className="chart" dir="ltr">
      <PieChart responsive style={FILL} aria-label={label}>
        <Pie
          data={slices.map((slice) => ({ ...slice, fill: slice.color }))}
          dataKey="value"
          nameKey="label"
          startAngle={90}
          endAngle={-270}
          outerRadius="80%"
          stroke="var(--bg)"
          strokeWidth={2}
          isAnimationActive={false}
          labelLine={false}
          label={({ percent = 0, x, y, textAnchor }) =>
            percent < LEAST_LABELED ? null : (
              <text x={x} y={y} textAnchor={textAnchor} dominantBaseline="central" className="slice-share">
                {formatPercent(percent)}
              </text>
            )
          }
        />
        <Tooltip isAnimationActive={false} content={SliceTooltip} />
      </PieChart>
    </div>
  )
}

function SliceTooltip({ active, payload }: TooltipContentProps) {
  const direction = useDirection()
  const slice = payload[0]?.payload as Slice | undefined
  if (!active || !slice) return null
  return (
    <div className="chart-tooltip" dir={direction} role="status">
      <p className="row">
        <span className="series-mark" style={{ color: slice.color }} />
        <span className="grow" dir="auto">
          {slice.label}
        </span>
        <span className="num">{slice.text}</span>
      </p>
    </div>
  )
}
