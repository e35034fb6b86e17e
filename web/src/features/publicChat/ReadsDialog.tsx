import { useId } from 'react'
import { formatMoment } from '../../lang/format.ts'
import { uiTexts } from '../../ui/lang/en.ts'
import { Dialog } from '../../ui/mui/Dialog.tsx'
import { publicChatApi } from './api.ts'
import { publicChatTexts } from './lang/en.ts'

interface Props {
  sessionIdentifier: string
  close: () => void
}

/** Who has read the visitor's chats, when, and why. */
export function ReadsDialog({ sessionIdentifier, close }: Props) {
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
