import { type ReactNode, useEffect, useState } from 'react'
import { useLarge } from '../useMediaQuery.ts'
import { ChoiceField } from './fields/ChoiceField.tsx'
import './edit.css'

interface Props {
  head: ReactNode
  children: ReactNode
  /** Saves; none where nothing may be changed. */
  bar?: ReactNode
  /** What is used together with the fields, as high as they are: beside them, or a view of its own where there is no room. */
  companion?: { content: ReactNode; words: { views: string; form: string; companion: string } } | undefined
  /** A fault that is to be looked at: its field has to be there. */
  wanted?: object | undefined
}

/** An edit page without tabs: sections below each other, and the bar that saves. */
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
