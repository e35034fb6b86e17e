import { type ReactNode, useId } from 'react'
import { formatNumber } from '../../lang/format.ts'

interface Figure {
  name: string
  value: number
  note: ReactNode
}

/** A row of numbers, each with its name above and a note below. */
export function Figures({ title, figures }: { title: string; figures: readonly Figure[] }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h2 className="h4" id={heading}>
        {title}
      </h2>
      <dl className="figures">
        {figures.map(({ name, value, note }) => (
          <div key={name}>
            <dt className="s13 m2">{name}</dt>
            <dd>
              <span className="figure num">{formatNumber(value)}</span>
              <span className="small m2">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
