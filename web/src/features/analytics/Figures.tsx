import { type ReactNode, useId } from 'react'
import { formatNumber } from '../../lang/format.ts'

interface Figure {
  name: string
  /** A number, or a value that is already formatted. */
  value: number | string
  note: ReactNode
}

/** A titled row of numbers. */
export function Figures({ title, figures }: { title: string; figures: readonly Figure[] }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h2 className="h4" id={heading}>
        {title}
      </h2>
      <FigureRow figures={figures} />
    </section>
  )
}

/** Numbers, each with its name above and a note below. */
export const FigureRow = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="figures">
    {figures.map(({ name, value, note }) => (
      <div key={name}>
        <dt className="s13 m2">{name}</dt>
        <dd>
          <span className="figure num">{typeof value === 'number' ? formatNumber(value) : value}</span>
          <span className="small m2">{note}</span>
        </dd>
      </div>
    ))}
  </dl>
)
