import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { formatDate } from '../../../lang/format.ts'
import { SaveFault } from '../../../ui/admin/SaveFault.tsx'
import { useLarge } from '../../../ui/useMediaQuery.ts'
import { agentFieldsTexts } from '../agentFieldsTexts.ts'
import { AgentChanges, type Compared } from './AgentChanges.tsx'
import { DraftState } from './DraftState.tsx'
import type { Draft } from './useDraft.ts'

export interface Since {
  /** "3 changes since published version 13": how many there are, and since what. */
  title: string
  /** Who made it what it is, and when. */
  by?: { name: string | null; at: string } | undefined
  /** Undefined where there is nothing to compare with, or it is not known yet. */
  compared: Compared | undefined
}

interface Props {
  draft: Draft
  since: Since
  /** Whom it concerns. */
  reach?: ReactNode
  /** What can be done with the draft. */
  children: ReactNode
}

/** At the foot of a draft: each field that it changes, and the ways on. */
export function DraftBar({ draft, since: { title, by, compared }, reach, children }: Props) {
  const t = agentFieldsTexts.useText()
  const id = useId()
  const large = useLarge()
  const [isOpen, open] = useState(large)
  const hasChanges = compared !== undefined && compared.changes.length > 0
  return (
    <section className="save-area draft-bar" aria-label={title}>
      <SaveFault error={draft.form.error} retry={draft.save} />
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by the keyboard, too.
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
    </section>
  )
}
