import { Check, FileText, Pencil, SkipForward, Undo2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { newId } from '../../../session/http.ts'
import { SaveError } from '../../../ui/admin/SaveError.tsx'
import { testsApi } from '../data/api.ts'
import { testsTexts } from '../lang/en.ts'
import { generatingTexts } from './lang/en.ts'
import type { Proposal } from './proposals.ts'

interface Props {
  performanceTestId: string
  proposal: Proposal
  accepted: () => void
  skip: () => void
  edit: () => void
  undo: () => void
}

/** A proposed case with the passage that answers it. Once it is decided, only its question stays. */
export function ProposalItem({ performanceTestId, proposal, accepted, skip, edit, undo }: Props) {
  const t = generatingTexts.useText()
  const id = useId()
  const [create, { isLoading, error }] = testsApi.useCreateCaseMutation()
  // One idempotency key, so that a retry doesn’t create a second case.
  const key = useRef(newId())
  const { state, fields } = proposal
  const isOpen = state === 'Open'

  async function accept() {
    if (isLoading) return
    const { data } = await create({ performanceTestId, ...fields, isGenerated: true, key: key.current })
    if (data) accepted()
  }

  return (
    <li>
      <article
        className="card candidate proposal"
        aria-labelledby={id}
        data-proposal={proposal.key}
        data-state={state}
        tabIndex={-1}
      >
        <div className="row candidate-head">
          <p className="grow wrap h4" id={id} dir="auto">
            {fields.question}
          </p>
          {state === 'Accepted' && (
            <span className="chip ok">
              <Check size={14} />
              {t('accepted')}
            </span>
          )}
          {state === 'Skipped' && (
            <>
              <span className="chip">{t('skipped')}</span>
              <button type="button" className="btn ghost sm" aria-describedby={id} onClick={undo}>
                <Undo2 size={14} />
                {t('undo')}
              </button>
            </>
          )}
        </div>
        {isOpen && (
          <>
            <ProposedFields proposal={proposal} />
            <SaveError error={error} />
            <div className="row proposal-actions">
              <button
                type="button"
                className="btn soft sm"
                aria-disabled={isLoading}
                aria-describedby={id}
                onClick={() => void accept()}
              >
                <Check size={14} />
                {t('accept')}
              </button>
              <button
                type="button"
                className="btn out sm"
                aria-disabled={isLoading}
                aria-describedby={id}
                onClick={() => !isLoading && edit()}
              >
                <Pencil size={14} />
                {t('edit')}
              </button>
              <button
                type="button"
                className="btn ghost sm"
                aria-disabled={isLoading}
                aria-describedby={id}
                onClick={() => !isLoading && skip()}
              >
                <SkipForward size={14} className="flip" />
                {t('skip')}
              </button>
            </div>
          </>
        )}
      </article>
    </li>
  )
}

/** What the answer must say, and where the file says it. */
function ProposedFields({ proposal: { fields, fileName, page, passage } }: { proposal: Proposal }) {
  const t = generatingTexts.useText()
  const ofTests = testsTexts.useText()
  return (
    <>
      <div>
        <p className="small m3">{ofTests('expectedFacts')}</p>
        <ul className="row case-tags">
          {fields.expectedFacts.map((fact) => (
            <li key={fact} className="chip" dir="auto">
              {fact}
            </li>
          ))}
        </ul>
      </div>
      <p className="row s13 m2">
        <FileText size={14} className="m3" />
        <bdi className="wrap">
          {page === null ? fileName : ofTests('citationPage', { name: fileName, page })}
        </bdi>
      </p>
      <Passage text={passage} label={t('passage')} />
    </>
  )
}

/** A long passage scrolls, also with the keyboard. */
export function Passage({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
    <blockquote className="case-quote s13 m2 candidate-answer" dir="auto" aria-label={label} tabIndex={0}>
      {text}
    </blockquote>
  )
}
