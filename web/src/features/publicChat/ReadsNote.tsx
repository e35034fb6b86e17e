import { BookOpenText, X } from 'lucide-react'
import { useId, useState } from 'react'
import { formatMoment } from '../../lang/format.ts'
import { uiTexts } from '../../ui/lang/en.ts'
import { Dialog } from '../../ui/mui/Dialog.tsx'
import { publicChatApi } from './api.ts'
import { publicChatTexts } from './lang/en.ts'

interface Props {
  sessionIdentifier: string
}

/** Says that someone of the organization has read the visitor's chats, until the visitor closes it. */
export function ReadsNote({ sessionIdentifier }: Props) {
  const t = publicChatTexts.useText()
  const common = uiTexts.useText()
  const { currentData } = publicChatApi.useGetVisitDetailsQuery({ sessionIdentifier })
  const [closedAt, setClosedAt] = useState('')
  const [asked, setAsked] = useState(false)
  const latest = currentData?.reads[0]
  return (
    <>
      {latest && latest.at !== closedAt && (
        <div className="strip info public-test" role="status">
          <BookOpenText size={16} />
          <span className="grow wrap">
            {t('readBy', { reader: latest.readerName, at: formatMoment(latest.at), reason: latest.reason })}
          </span>
          <button type="button" className="btn ghost sm" onClick={() => setAsked(true)}>
            {t('showReads')}
          </button>
          <button
            type="button"
            className="btn ghost sm icon"
            aria-label={common('close')}
            onClick={() => setClosedAt(latest.at)}
          >
            <X size={16} />
          </button>
        </div>
      )}
      {asked && <ReadsDialog sessionIdentifier={sessionIdentifier} close={() => setAsked(false)} />}
    </>
  )
}

/** Who has read the visitor's chats, when, and why. */
export function ReadsDialog({ sessionIdentifier, close }: Props & { close: () => void }) {
  const t = publicChatTexts.useText()
  const common = uiTexts.useText()
  const id = useId()
  const { currentData } = publicChatApi.useGetVisitDetailsQuery({ sessionIdentifier })
  return (
    <Dialog open onClose={close} fullWidth maxWidth="sm" aria-labelledby={id} aria-describedby={`${id}-text`}>
      <div className="dialog">
        <h2 className="h3 wrap" id={id}>
          {t('reads')}
        </h2>
        <p className="m2 wrap" id={`${id}-text`}>
          {t('readsIntro')}
        </p>
        <ul className="public-reads">
          {currentData?.reads.map(({ readerName, reason, at }) => (
            <li key={`${at} ${readerName}`}>
              <p className="row">
                <bdi className="grow wrap">{readerName}</bdi>
                <time className="small m3 num" dateTime={at}>
                  {formatMoment(at)}
                </time>
              </p>
              <p className="m2 wrap" dir="auto">
                {reason}
              </p>
            </li>
          ))}
        </ul>
        <div className="row actions">
          <button type="button" className="btn pri" onClick={close}>
            {common('close')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
