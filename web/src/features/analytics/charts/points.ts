/** A day or month of a chart. */
export interface Point {
  /** The day or month, as in the report. */
  key: string
  /** On the axis. */
  tick: string
  /** In the tooltip. */
  title: string
  /** What is drawn, by series. */
  values: Readonly<Record<string, number | null>>
  /** The formatted figures, by series. */
  texts: Readonly<Record<string, string>>
  /** Whether a figure is hidden because fewer than 5 people are behind it. */
  hidden: boolean
}

export interface Series {
  key: string
  label: string
  color: string
  /** Drawn as a dashed line. */
  dashed?: boolean
}

export interface ChartProps {
  /** The accessible name. */
  label: string
  points: readonly Point[]
  series: readonly Series[]
  /** Formats a value on the axis. */
  valueText: (value: number) => string
}
