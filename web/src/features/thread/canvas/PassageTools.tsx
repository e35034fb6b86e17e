import { limits } from '@parlance/contract/limits'
import { Check, Copy, Sparkles, Square, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useHoldPage } from '../../../base/useHoldPage.ts'
import { errorText } from '../../../ui/errorText.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import type { DocumentSession, SessionState } from './editing/DocumentSession.ts'
import type { EditorHandle, Range } from './editing/Editor.tsx'
import { useProposal } from './editing/useProposal.ts'
import { canvasTexts } from './lang/en.ts'

interface Props {
  session: DocumentSession
  state: SessionState
  editor: RefObject<EditorHandle | null>
  selection: Range
}

/** What a model can do with the selected text, and its proposal. */
export function PassageTools({ session, editor, selection }: Props) {
  const t = canvasTexts.useText()
  const [instruction, setInstruction] = useState('')
  const { proposal, error, isStale, ask, accept, discard } = useProposal(session, editor)
  useHoldPage(instruction !== '' || proposal !== null)
  const hasSelection = selection.to > selection.from
  const propose = (wanted: string) => void ask(selection, wanted)
  if (proposal)
    return (
      <ProposalView proposal={proposal} isStale={isStale} accept={() => void accept()} discard={discard} />
    )
  return (
    <footer className="canvas-tools">
      {error !== null && (
        <p className="strip e" role="alert">
          {errorText(error)}
        </p>
      )}
      {hasSelection ? (
        <form
          aria-label={t('passage')}
          onSubmit={(event) => {
            event.preventDefault()
            if (instruction.trim() === '') return
            propose(instruction.trim())
            setInstruction('')
          }}
        >
          <div className="row wrap">
            <Sparkles size={16} />
            {(['shorten', 'clarify', 'spelling'] as const).map((one) => (
              <button
                key={one}
                type="button"
                className="btn soft sm"
                // The selection stays in the editor.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => propose(t(`${one}Ask`))}
              >
                {t(one)}
              </button>
            ))}
          </div>
          <div className="row">
            <input
              className="input grow"
              dir="auto"
              value={instruction}
              maxLength={limits.documentInstruction}
              aria-label={t('instruction')}
              placeholder={t('instructionHint')}
              onChange={(event) => setInstruction(event.target.value)}
            />
            <button type="submit" className="btn pri sm" disabled={instruction.trim() === ''}>
              {t('ask')}
            </button>
          </div>
        </form>
      ) : (
        <p className="small m2">{t('select')}</p>
      )}
    </footer>
  )
}

interface ProposalProps {
  proposal: NonNullable<ReturnType<typeof useProposal>['proposal']>
  isStale: boolean
  accept: () => void
  discard: () => void
}

function ProposalView({ proposal: { before, after, isWritten }, isStale, accept, discard }: ProposalProps) {
  const t = canvasTexts.useText()
  const [copied, copy] = useCopy()
  const place = useRef<HTMLElement>(null)
  // What had the focus is gone.
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  return (
    <section ref={place} className="canvas-tools canvas-proposal" aria-label={t('proposal')} tabIndex={-1}>
      <div className="canvas-texts">
        <p className="small m2">{t('before')}</p>
        <del dir="auto">{before}</del>
        <p className="small m2">{t('after')}</p>
        <ins dir="auto" aria-busy={!isWritten}>
          {after}
        </ins>
      </div>
      <p className={isWritten ? 'hidden' : 'small m2'} role="status">
        {isWritten ? t('proposal') : t('proposing')}
      </p>
      {isStale && (
        <p className="strip w" role="alert">
          {t('proposalStale')}
        </p>
      )}
      <div className="row wrap">
        {isWritten && !isStale && (
          <button type="button" className="btn pri sm" onClick={accept}>
            <Check size={14} />
            {t('accept')}
          </button>
        )}
        {isStale && (
          <button type="button" className="btn soft sm" onClick={() => copy(after)}>
            <Copy size={14} />
            {copied ? t('copied') : t('copy')}
          </button>
        )}
        <button type="button" className="btn soft sm" onClick={discard}>
          {isWritten ? <X size={14} /> : <Square size={14} />}
          {isWritten ? t('discard') : t('stop')}
        </button>
      </div>
    </section>
  )
}
