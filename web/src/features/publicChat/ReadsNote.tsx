import { BookOpenText, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { formatMoment } from '../../lang/format.ts'
import { uiTexts } from '../../ui/lang/en.ts'
import { loadLater } from '../../ui/loadLater.tsx'
import { publicChatApi } from './api.ts'
import { publicChatTexts } from './lang/en.ts'

const ReadsDialog = loadLater(async () => (await import('./ReadsDialog.tsx')).ReadsDialog, { over: true })

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
      {asked && (
        <Suspense fallback={null}>
          <ReadsDialog sessionIdentifier={sessionIdentifier} close={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  )
}
