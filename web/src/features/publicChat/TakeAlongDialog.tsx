import { useEffect, useId } from 'react'
import { errorText } from '../../ui/errorText.ts'
import { uiTexts } from '../../ui/lang/en.ts'
import { Dialog } from '../../ui/mui/Dialog.tsx'
import { claimAddress } from '../claim/data/fragment.ts'
import { publicChatApi } from './api.ts'
import { publicChatTexts } from './lang/en.ts'

/** A code is valid for a minute, so an open dialog gets a new one before that. */
const RENEW_MS = 50_000

interface Props {
  sessionIdentifier: string
  close: () => void
}

/** Links to the page that moves the visitor's chats. A link, because browsers block tabs that open after a wait. */
export function TakeAlongDialog({ sessionIdentifier, close }: Props) {
  const t = publicChatTexts.useText()
  const common = uiTexts.useText()
  const id = useId()
  const [create, { data, error }] = publicChatApi.useCreateClaimCodeMutation()
  useEffect(() => {
    const renew = () => void create({ sessionIdentifier })
    renew()
    const timer = setInterval(renew, RENEW_MS)
    return () => clearInterval(timer)
  }, [create, sessionIdentifier])
  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby={id} aria-describedby={`${id}-text`}>
      <div className="dialog">
        <h2 className="h3 wrap" id={id}>
          {t('takeAlongTitle')}
        </h2>
        <p className="m2 wrap" id={`${id}-text`}>
          {t('takeAlongText')}
        </p>
        {error && (
          <p className="strip e" role="alert">
            {errorText(error)}
          </p>
        )}
        <div className="row actions">
          <button type="button" className="btn ghost" onClick={close}>
            {common('cancel')}
          </button>
          {/* Closing also stops the renewal, which would make the opened tab's code invalid. */}
          <a
            className="btn pri"
            href={data && claimAddress({ code: data.code })}
            target="_blank"
            rel="noopener"
            aria-disabled={!data}
            onClick={() => data && close()}
          >
            {t('takeAlongOpen')}
          </a>
        </div>
      </div>
    </Dialog>
  )
}
