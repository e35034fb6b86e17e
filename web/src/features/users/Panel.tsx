import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  /** Actions next to the title. */
  action?: ReactNode
  children: ReactNode
}

/** A card with one kind of information about a user. */
export function Panel({ title, action, children }: Props) {
  const id = useId()
  return (
    <section className="card user-panel" aria-labelledby={id}>
      <div className="row">
        <h2 className="h4 grow" id={id}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
