import { Check, CircleAlert } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { formatDate, formatMoment } from '../../lang/format.ts'
import { ListSkeleton } from '../../ui/admin/ListSkeleton.tsx'
import { errorText } from '../../ui/errorText.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { Dialog } from '../../ui/mui/Dialog.tsx'
import { chatActions } from '../chatModel/chatSlice.ts'
import { type ApplicableGuidelines, type GuidelinesOf, guidelinesConsentApi } from './data/api.ts'
import { GuidelinesText } from './GuidelinesText.tsx'
import { guidelinesConsentTexts } from './lang/en.ts'
import './guidelinesConsent.css'

interface Props {
  of: GuidelinesOf
  /** The user wants to ask a question. Otherwise the dialog is only for reading. */
  asks: boolean
  /** Everything is accepted. */
  accepted: () => void
  /** The user declines, or has read enough. */
  close: () => void
}

/** All guidelines that apply to a chat. Those that need consent are accepted one by one. */
export function GuidelinesDialog({ of, asks, accepted, close }: Props) {
  const t = guidelinesConsentTexts.useText()
  const id = useId()
  const { currentData, error, isFetching, refetch } = guidelinesConsentApi.useListApplicableGuidelinesQuery(
    of,
    { refetchOnMountOrArgChange: true },
  )
  const isRequired = ({ requireConsent }: ApplicableGuidelines) => requireConsent
  const required = currentData?.filter(isRequired) ?? []
  // What is only for information comes last.
  const documents = [...required, ...(currentData?.filter((one) => !isRequired(one)) ?? [])]
  const open = required.filter(({ acceptedAt }) => acceptedAt === null)
  const isSettled = asks && currentData !== undefined && !isFetching && open.length === 0
  const [given, give] = useState(false)
  // Only an acceptance leads on by itself. Otherwise, a server that refuses again would be asked without end.
  const done = isSettled && given
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once everything is accepted.
  useEffect(() => {
    if (done) accepted()
  }, [done])
  const list = useFocusNext(open.length)

  return (
    <Dialog
      open
      onClose={close}
      fullWidth
      maxWidth="md"
      aria-labelledby={id}
      aria-describedby={currentData ? `${id}-text` : undefined}
    >
      <div className="dialog">
        <h2 className="h3" id={id}>
          {t('title')}
        </h2>
        {currentData && documents.length > 0 && (
          <p className="m2" id={`${id}-text`}>
            {asks ? t('askText', { count: required.length }) : t('readText')}
          </p>
        )}
        {error && !currentData ? (
          <LoadError error={error} retry={refetch} />
        ) : !currentData ? (
          <div role="status" aria-label={t('loading')}>
            <ListSkeleton columns={1} />
          </div>
        ) : documents.length === 0 ? (
          <p className="m2">{t('empty')}</p>
        ) : (
          <div className="guidelines-list" ref={list}>
            {documents.map((document) => (
              <OneDocument
                key={document.guidelinesDocumentId}
                of={of}
                document={document}
                given={() => give(true)}
              />
            ))}
          </div>
        )}
        <div className="row actions">
          {required.length > 0 && (
            <span className="grow s13 m2" role="status">
              {t('progress', { accepted: required.length - open.length, all: required.length })}
            </span>
          )}
          <button type="button" className={asks ? 'btn out' : 'btn pri'} onClick={close}>
            {t(asks && !isSettled ? 'decline' : 'close')}
          </button>
          {isSettled && !given && (
            <button type="button" className="btn pri" onClick={accepted}>
              {t('goOn')}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** The pressed button is gone after an acceptance, so the focus moves to the next one. */
function useFocusNext(open: number) {
  const list = useRef<HTMLDivElement>(null)
  const before = useRef(open)
  useEffect(() => {
    if (open > 0 && open < before.current) list.current?.querySelector<HTMLElement>('.btn.pri')?.focus()
    before.current = open
  }, [open])
  return list
}

interface OneProps {
  of: GuidelinesOf
  document: ApplicableGuidelines
  given: () => void
}

function OneDocument({ of, document, given }: OneProps) {
  const { guidelinesDocumentId, title, version, effectiveAt, sections } = document
  const t = guidelinesConsentTexts.useText()
  const id = useId()
  return (
    <section className="guidelines-document" aria-labelledby={id} data-document={guidelinesDocumentId}>
      <div>
        <h3 className="h4 wrap" id={id}>
          <bdi>{title}</bdi>
        </h3>
        <p className="small m2">
          {t('version', { version, when: formatDate(effectiveAt, { dateStyle: 'medium' }) })}
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need to scroll the text. */}
      <section className="guidelines-scroll" aria-label={t('textOf', { name: title })} tabIndex={0}>
        <GuidelinesText sections={sections} />
      </section>
      <Acceptance of={of} document={document} given={given} />
    </section>
  )
}

function Acceptance({ of, document, given }: OneProps) {
  const { guidelinesDocumentId, title, version, contentHash, requireConsent, acceptedAt } = document
  const t = guidelinesConsentTexts.useText()
  const dispatch = useDispatch()
  const [send, { isLoading, error }] = guidelinesConsentApi.useAcceptGuidelinesMutation()
  async function accept() {
    const accepted = { guidelinesDocumentId, version, contentHash }
    if ((await send({ of, accepted })).error) return
    given()
    dispatch(chatActions.guidelinesAccepted(guidelinesDocumentId))
  }
  if (!requireConsent) return <p className="s13 m2">{t('forInformation')}</p>
  return (
    <>
      {error && (
        <p className="strip e" role="alert">
          <CircleAlert size={16} />
          <span className="grow">{errorText(error)}</span>
        </p>
      )}
      <div className="row guidelines-foot">
        {acceptedAt === null ? (
          <button
            type="button"
            className="btn pri"
            aria-label={t('acceptName', { name: title })}
            aria-disabled={isLoading}
            onClick={() => !isLoading && void accept()}
          >
            {t('accept')}
          </button>
        ) : (
          <span className="chip ok">
            <Check size={14} />
            {t('acceptedOn', { when: formatMoment(acceptedAt) })}
          </span>
        )}
      </div>
    </>
  )
}
