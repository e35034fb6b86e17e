import { limits } from '@parlance/contract/limits'
import { Check, Copy, Sparkles, Square, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useHoldPage } from '../../../base/useHoldPage.ts'
import { errorText } from '../../../ui/errorText.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import type { Range } from './editing/Editor.tsx'
import type { useProposal } from './editing/useProposal.ts'
import { isWritingElsewhere } from './focus.ts'
import { canvasTexts } from './lang/en.ts'

interface Props {
  tools: ReturnType<typeof useProposal>
  selection: Range
}

/** What a model can do with the selected text, and its proposal. */
export function PassageTools({ tools, selection }: Props) {
  const t = canvasTexts.useText()
  const { proposal, error, isStale, isUnsaved, instruction, setInstruction, ask, accept, discard } = tools
  useHoldPage(instruction !== '')
  const hasSelection = selection.to > selection.from
  if (proposal)
    return (
      <ProposalView
        proposal={proposal}
        isStale={isStale}
        isUnsaved={isUnsaved}
        accept={() => void accept()}
        discard={discard}
      />
    )
  return (
    <footer className="canvas-tools">
      {error !== null && (
        <p className="strip e" role="alert">
          {errorText(error)}
        </p>
      )}
      {isUnsaved && (
        <p className="strip w" role="alert">
          {t('unsavedFirst')}
        </p>
      )}
      {hasSelection ? (
        <form
          aria-label={t('passage')}
          onSubmit={(event) => {
            event.preventDefault()
            if (instruction.trim() === '') return
            void ask(selection, instruction.trim()).then((isWritten) => {
              // What was typed meanwhile stays.
              if (isWritten) setInstruction((now) => (now === instruction ? '' : now))
            })
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
                onClick={() => void ask(selection, t(`${one}Ask`))}
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
  isUnsaved: boolean
  accept: () => void
  discard: () => void
}

function ProposalView({
  proposal: { before, after, isWritten },
  isStale,
  isUnsaved,
  accept,
  discard,
}: ProposalProps) {
  const t = canvasTexts.useText()
  const [copied, copy] = useCopy()
  const place = useRef<HTMLElement>(null)
  // What had the focus is gone.
  useEffect(() => {
    if (!isWritingElsewhere()) place.current?.focus({ preventScroll: true })
  }, [])
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
      {isUnsaved && (
        <p className="strip w" role="alert">
          {t('unsavedFirst')}
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
