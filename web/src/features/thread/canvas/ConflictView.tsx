import { useEffect, useRef } from 'react'
import { Difference } from '../../../ui/admin/difference/Difference.tsx'
import type { DocumentSession, SessionState } from './editing/DocumentSession.ts'
import { isWritingElsewhere } from './focus.ts'
import { canvasTexts } from './lang/en.ts'

interface Props {
  session: DocumentSession
  conflict: NonNullable<SessionState['conflict']>
}

/** Both texts of a document that was changed in the same place at once. Nothing is saved until the person has chosen. */
export function ConflictView({ session, conflict: { mine, theirs } }: Props) {
  const t = canvasTexts.useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isWritingElsewhere()) heading.current?.focus()
  }, [])
  return (
    <section className="canvas-body canvas-conflict" role="alert">
      <h3 className="h4" ref={heading} tabIndex={-1}>
        {t('conflictTitle')}
      </h3>
      <p>{t('conflictText')}</p>
      <div className="row wrap">
        <button type="button" className="btn pri sm" onClick={() => void session.resolve('Both')}>
          {t('keepBoth')}
        </button>
        <button type="button" className="btn out sm" onClick={() => void session.resolve('Mine')}>
          {t('keepMine')}
        </button>
        <button type="button" className="btn out sm" onClick={() => void session.resolve('Theirs')}>
          {t('keepTheirs')}
        </button>
      </div>
      <p className="small m2">
        − {t('theirs')} · + {t('mine')}
      </p>
      <Difference
        changes={[{ field: 'content', before: theirs, after: mine }]}
        labelOf={() => `${t('theirs')} – ${t('mine')}`}
      />
    </section>
  )
}
