import {
  Bar,
  BarChart,
  type BarShapeProps,
  CartesianGrid,
  Line,
  LineChart,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import { useDirection } from '../../theme/useDirection.ts'
import './charts.css'
import type { ChartProps, Point, Series } from './points.ts'

const tick = { fill: 'var(--text-3)', fontSize: 11 }
const FILL = { position: 'absolute', inset: 0 } as const
const MARGIN = { top: 8, right: 4, bottom: 0, left: 0 }
/** The axis of an empty period goes up to this. */
const LEAST_TOP = 4

/** Bars for each point, above each other or grouped. */
export function Bars(chart: ChartProps) {
  const { label, points, series, grouped = false } = chart
  return (
    <div className="chart" dir="ltr">
      <BarChart
        responsive
        style={FILL}
        data={[...points]}
        margin={MARGIN}
        barCategoryGap="18%"
        maxBarSize={40}
        aria-label={label}
      >
        {axes(chart, true)}
        {series.map(({ key, color }, at) => (
          <Bar
            key={key}
            dataKey={({ values }: Point) => values[key] ?? 0}
            name={key}
            stackId={grouped ? undefined : 'all'}
            fill={color}
            isAnimationActive={false}
            shape={(props: BarShapeProps) =>
              grouped ? (
                <Alone {...props} />
              ) : (
                <Segment {...props} above={series.slice(at + 1)} isLowest={at === 0} />
              )
            }
          />
        ))}
        {tooltip(series, { fill: 'var(--hover)' })}
      </BarChart>
    </div>
  )
}

/** Lines over the points. Points without a figure interrupt them. */
export function Lines(chart: ChartProps) {
  const { label, points, series } = chart
  return (
    <div className="chart" dir="ltr">
      <LineChart responsive style={FILL} data={[...points]} margin={MARGIN} aria-label={label}>
        {axes(chart, false)}
        {series.map(({ key, color, dashed }) => (
          <Line
            key={key}
            dataKey={({ values }: Point) => values[key]}
            name={key}
            stroke={color}
            strokeWidth={1.75}
            strokeDasharray={dashed ? '5 3' : undefined}
            dot={isLonely(points, key) ? { r: 2, strokeDasharray: '0', fill: color } : false}
            activeDot={{ r: 4, strokeWidth: 0, fill: color }}
            isAnimationActive={false}
          />
        ))}
        {tooltip(series, { stroke: 'var(--text-3)' })}
      </LineChart>
    </div>
  )
}

/** Whether a value has no neighbors, so that a line alone wouldn’t show it. */
const isLonely = (points: readonly Point[], key: string): boolean =>
  points.some(
    ({ values }, at) =>
      typeof values[key] === 'number' &&
      typeof points[at - 1]?.values[key] !== 'number' &&
      typeof points[at + 1]?.values[key] !== 'number',
  )

/** Whether nothing is drawn. */
const isEmpty = ({ points, series }: ChartProps): boolean =>
  points.every(({ values }) => series.every(({ key }) => !values[key]))

const axes = (chart: ChartProps, isWhole: boolean) => [
  <CartesianGrid key="grid" vertical={false} stroke="var(--line)" strokeDasharray="2 4" />,
  <XAxis
    key="x"
    dataKey="key"
    reversed={chart.mirrored}
    tick={tick}
    tickLine={false}
    axisLine={{ stroke: 'var(--line)' }}
    // Isolated, because the chart itself is laid out from left to right in every language.
    tickFormatter={(key: string) =>
      `\u2068${chart.points.find((point) => point.key === key)?.tick ?? ''}\u2069`
    }
    interval="equidistantPreserveStart"
    minTickGap={32}
  />,
  <YAxis
    key="y"
    orientation={chart.mirrored ? 'right' : 'left'}
    tick={tick}
    tickLine={false}
    axisLine={false}
    width="auto"
    allowDecimals={!isWhole}
    domain={[(least: number) => Math.min(0, least), isEmpty(chart) ? LEAST_TOP : 'auto']}
    // Without figures, the domain applies as it is.
    allowDataOverflow={isEmpty(chart)}
    tickFormatter={(value: number) => `\u2068${chart.valueText(value)}\u2069`}
  />,
]

const tooltip = (series: readonly Series[], cursor: object) => (
  <Tooltip
    isAnimationActive={false}
    filterNull={false}
    cursor={cursor}
    content={(props: TooltipContentProps) => <TooltipContent {...props} series={series} />}
  />
)

/** The figures of the point under the pointer, or the one selected with the arrow keys, which is read out. */
function TooltipContent({ active, payload, series }: TooltipContentProps & { series: readonly Series[] }) {
  const direction = useDirection()
  const point = payload[0]?.payload as Point | undefined
  if (!active || !point) return null
  return (
    <div className="chart-tooltip" dir={direction} role="status">
      <p dir="auto">{point.title}</p>
      {series.map(({ key, label, color, dashed }) => (
        <p key={key} className="row">
          <span className="series-mark" data-dashed={dashed || undefined} style={{ color }} />
          <span className="grow m2">{label}</span>
          <span className="num">{point.texts[key]}</span>
        </p>
      ))}
    </div>
  )
}

const RADIUS = 4
const GROUPED_RADIUS = 2
/** Between the segments of a bar. */
const GAP = 1.5
const MARK_HEIGHT = 6

/** A bar of a group. A negative one hangs below the axis, and has a negative height. */
function Alone({ x, y, width, height, fill }: BarShapeProps) {
  const length = Math.abs(height)
  if (!(length > 0)) return null
  const radius = Math.min(GROUPED_RADIUS, width / 2, length / 2)
  return <rect x={x} y={Math.min(y, y + height)} width={width} height={length} rx={radius} fill={fill} />
}

interface SegmentProps extends BarShapeProps {
  /** The series above this one. */
  above: readonly Series[]
  isLowest: boolean
}

/** A segment of a bar, rounded if it is the top one. A point with hidden figures has a mark in place of its bar. */
function Segment({ x, y, width, height, fill, payload, above, isLowest }: SegmentProps) {
  const { values, hidden } = payload as Point
  const isTop = above.every(({ key }) => !values[key])
  if (height <= 0)
    return hidden && isLowest && isTop ? (
      <rect className="hidden-mark" x={x} y={y - MARK_HEIGHT} width={width} height={MARK_HEIGHT} rx={1} />
    ) : null
  const bottom = y + height - (isLowest ? 0 : GAP)
  const radius = isTop ? Math.min(RADIUS, width / 2, Math.max(bottom - y, 0)) : 0
  return (
    <path
      fill={fill}
      d={`M${x} ${Math.max(bottom, y)}V${y + radius}q0 ${-radius} ${radius} ${-radius}h${width - 2 * radius}q${radius} 0 ${radius} ${radius}V${Math.max(bottom, y)}z`}
    />
  )
}
