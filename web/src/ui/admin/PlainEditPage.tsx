import { type ReactNode, useEffect, useState } from 'react'
import { useLarge } from '../useMediaQuery.ts'
import { ChoiceField } from './fields/ChoiceField.tsx'
import './edit.css'

interface Props {
  head: ReactNode
  children: ReactNode
  /** The save bar. Omit it if the user can't change anything. */
  bar?: ReactNode
  /**
   * Content used together with the fields, with the same height: next to them, or a separate view if there is
   * no room.
   */
  companion?: { content: ReactNode; words: { views: string; form: string; companion: string } } | undefined
  /** An error to show, so its field must be rendered. */
  wanted?: object | undefined
}

/** An edit page without tabs: sections from top to bottom, and the save bar. */
export function PlainEditPage({ head, children, bar, companion, wanted }: Props) {
  const large = useLarge()
  const [view, setView] = useState<'form' | 'companion'>('form')
  useEffect(() => {
    if (wanted) setView('form')
  }, [wanted])
  const beside = companion !== undefined && large
  const isOneOfTwo = companion !== undefined && !large
  const formShown = companion === undefined || large || view === 'form'
  return (
    <div className="edit-page" data-companion={beside || undefined}>
      <div className="edit-form" data-alone={!beside || undefined}>
        {isOneOfTwo && head}
        {isOneOfTwo && (
          <div className="edit-views">
            <ChoiceField
              field="view"
              label={companion.words.views}
              quiet
              value={view}
              change={setView}
              options={[
                { key: 'form', label: companion.words.form },
                { key: 'companion', label: companion.words.companion },
              ]}
            />
          </div>
        )}
        {formShown ? (
          <div className="edit-plain">
            <div className="edit-plain-inner">
              {!isOneOfTwo && head}
              {children}
            </div>
          </div>
        ) : (
          <div className="edit-companion">{companion.content}</div>
        )}
        {!beside && bar}
      </div>
      {beside && <div className="edit-companion">{companion.content}</div>}
      {beside && bar}
    </div>
  )
}

/** Related fields, with a description at the start side if there is room. */
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
