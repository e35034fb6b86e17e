import type { ReactNode } from 'react'

interface Props {
  figures: readonly { name: string; value: string; note?: ReactNode }[]
}

/** Numbers, each with its name above and a note below. */
export const FigureRow = ({ figures }: Props) => (
  <dl className="figures figures-in-card">
    {figures.map(({ name, value, note }) => (
      <div key={name}>
        <dt className="s13 m2">{name}</dt>
        <dd>
          <span className="figure num">{value}</span>
          {note && <span className="small m2">{note}</span>}
        </dd>
      </div>
    ))}
  </dl>
)
