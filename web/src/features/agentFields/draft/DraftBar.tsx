import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { formatDate } from '../../../lang/format.ts'
import { SaveArea } from '../../../ui/admin/SaveArea.tsx'
import { SaveError } from '../../../ui/admin/SaveError.tsx'
import { useLarge } from '../../../ui/useMediaQuery.ts'
import { agentFieldsTexts } from '../lang/en.ts'
import { AgentChanges, type Compared } from './AgentChanges.tsx'
import { DraftState } from './DraftState.tsx'
import type { Draft } from './useDraft.ts'

export interface Since {
  /** For example, "3 changes since published version 13". */
  title: string
  /** Who saved that version, and when. */
  by?: { name: string | null; at: string } | undefined
  /** Undefined if there is nothing to compare with, or it isn't loaded yet. */
  compared: Compared | undefined
}

interface Props {
  draft: Draft
  since: Since
  /** The people affected by the changes. */
  reach?: ReactNode
  /** The draft's actions. */
  children: ReactNode
}

/** The bar below a draft: its changed fields and its actions. */
export function DraftBar({ draft, since: { title, by, compared }, reach, children }: Props) {
  const t = agentFieldsTexts.useText()
  const id = useId()
  const large = useLarge()
  const [isOpen, open] = useState(large)
  const hasChanges = compared !== undefined && compared.changes.length > 0
  return (
    <SaveArea className="draft-bar" label={title}>
      <SaveError error={draft.form.error} retry={draft.save} />
      <div className="row draft-since">
        <h2 className="h4">{title}</h2>
        {by && (
          <span className="row small m2 draft-by">
            <bdi className="trunc">{by.name}</bdi>
            {formatDate(by.at, { day: 'numeric', month: 'long', year: 'numeric' })}
          </span>
        )}
        <span className="grow" />
        {hasChanges && (
          <button
            type="button"
            className="btn ghost sm"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => open(!isOpen)}
          >
            {t(isOpen ? 'hideChanges' : 'showChanges')}
            {isOpen ? <ChevronDown size={14} /> : <ChevronUp size={14} />}
          </button>
        )}
      </div>
      {hasChanges && isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need to scroll this area, too.
        <section className="draft-changes" id={id} tabIndex={0} aria-label={t('changes')}>
          <AgentChanges {...compared} />
        </section>
      )}
      <div className="row save-bar">
        <div className="row grow small m2 draft-reach">
          {large ? reach : <DraftState draft={draft} at="foot" />}
        </div>
        {children}
      </div>
    </SaveArea>
  )
}
