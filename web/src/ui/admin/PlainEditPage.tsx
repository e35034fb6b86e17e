import type { ReactNode } from 'react'
import './edit.css'

interface Props {
  head: ReactNode
  children: ReactNode
  /** Saves; none where nothing may be changed. */
  bar?: ReactNode
}

/** An edit page without tabs and without anything beside its fields: sections below each other, and the bar that saves. */
export function PlainEditPage({ head, children, bar }: Props) {
  return (
    <div className="edit-page">
      <div className="edit-form" data-alone>
        <div className="edit-plain">
          <div className="edit-plain-inner">
            {head}
            {children}
          </div>
        </div>
        {bar}
      </div>
    </div>
  )
}

/** Fields that belong together, with what they are for at the start side where there is room. */
export function EditSection({
  title,
  hint,
  children,
}: {
  title: string
  hint?: string
  children: ReactNode
}) {
  return (
    <section className="edit-section" aria-label={title}>
      <div>
        <h2 className="h4">{title}</h2>
        {hint && <p className="hint">{hint}</p>}
      </div>
      <div className="edit-fields-plain">{children}</div>
    </section>
  )
}
