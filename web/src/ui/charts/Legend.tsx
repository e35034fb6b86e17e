import type { Series } from './points.ts'
import './charts.css'

type Entry = Pick<Series, 'key' | 'label' | 'color' | 'dashed'>

interface Props {
  series: readonly Entry[]
  /** A series that can be shown too. */
  option?: Series
  isShown?: boolean
  toggle?: () => void
}

/** What the colors of a chart mean. An option of it is a button. */
export function Legend({ series, option, isShown = false, toggle }: Props) {
  return (
    <div className="row legend small m2">
      {series.map(({ key, label, color, dashed }) => (
        <span key={key} className="row">
          <span className="series-mark" data-dashed={dashed || undefined} style={{ color }} />
          {label}
        </span>
      ))}
      {option && (
        <button type="button" className="row" aria-pressed={isShown} onClick={toggle}>
          <span className="series-mark" style={{ color: option.color }} />
          {option.label}
        </button>
      )}
    </div>
  )
}
