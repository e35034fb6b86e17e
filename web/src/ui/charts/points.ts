/** A place on the axis of a chart, such as a day or a row of a table. */
export interface Point {
  /** Unique among the points. */
  key: string
  /** On the axis. */
  tick: string
  /** In the tooltip. */
  title: string
  /** What is drawn, by series. */
  values: Readonly<Record<string, number | null>>
  /** The formatted figures, by series. */
  texts: Readonly<Record<string, string>>
  /** Whether a figure is hidden, such as one with fewer than 5 people behind it. */
  hidden?: boolean
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
  /** Bars are next to each other, not above each other. They can be negative. */
  grouped?: boolean
  /** The chart runs from right to left. Time doesn’t, in any language. */
  mirrored?: boolean
}

/** A part of a whole. */
export interface Slice {
  key: string
  label: string
  value: number
  /** The formatted value. */
  text: string
  color: string
}
