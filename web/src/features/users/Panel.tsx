import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  /** Beside the title: what can be done here. */
  action?: ReactNode
  children: ReactNode
}

/** One thing to be known of a person, in a card of its own. */
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
