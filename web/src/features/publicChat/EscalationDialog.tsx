import { CircleAlert } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { looksLikeEmailAddress } from '../../base/emailAddress.ts'
import { useHoldPage } from '../../base/useHoldPage.ts'
import { problemOf } from '../../transport/apiError.ts'
import { errorText } from '../../ui/errorText.ts'
import { uiTexts } from '../../ui/lang/en.ts'
import { Dialog } from '../../ui/mui/Dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { type PublicPage, publicChatApi } from './api.ts'
import { ContactLink } from './ContactLink.tsx'
import { publicChatTexts } from './lang/en.ts'
import { useTeam } from './useTeam.ts'

interface Props {
  page: PublicPage
  conversationId: string
  close: () => void
}

/** Sends a conversation to the team behind the page, after the visitor agreed to exactly what is sent. */
export function EscalationDialog({ page, conversationId, close }: Props) {
  const t = publicChatTexts.useText()
  const common = uiTexts.useText()
  const id = useId()
  const team = useTeam(page)
  const [replyTo, setReplyTo] = useState('')
  const [agrees, setAgrees] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const address = useRef<HTMLInputElement>(null)
  const consent = useRef<HTMLInputElement>(null)
  useHoldPage(replyTo.trim() !== '' || agrees)
  const [send, { isLoading, error }] = publicChatApi.useSendEscalationMutation()
  const refused = problemOf(error)?.errors?.some(({ field }) => field === 'replyTo') ?? false
  const isWrong = isAsked && !looksLikeEmailAddress(replyTo.trim())
  const lacksConsent = isAsked && !agrees

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isLoading) return
    setAsked(true)
    const first = looksLikeEmailAddress(replyTo.trim()) ? (agrees ? null : consent) : address
    if (first) return first.current?.focus()
    const { data } = await send({ conversationId, replyTo: replyTo.trim(), consent: true })
    if (!data) return
    toast.success(t('escalated', { team }))
    close()
  }

  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby={id} aria-describedby={`${id}-text`}>
      <form className="dialog" noValidate onSubmit={(event) => void submit(event)}>
        <h2 className="h3 wrap" id={id}>
          {t('escalateTitle')}
        </h2>
        <p className="m2 wrap" id={`${id}-text`}>
          {t('escalateText', { team })}
        </p>
        <div className="field">
          <label htmlFor={`${id}-address`}>{t('replyTo')}</label>
          <input
            ref={address}
            id={`${id}-address`}
            className="in"
            type="email"
            dir="ltr"
            autoComplete="email"
            spellCheck={false}
            maxLength={254}
            value={replyTo}
            aria-invalid={isWrong || refused || undefined}
            aria-describedby={isWrong || refused ? `${id}-address-error` : undefined}
            onChange={(event) => setReplyTo(event.target.value)}
          />
          {(isWrong || refused) && <Wrong id={`${id}-address-error`}>{t('replyToInvalid')}</Wrong>}
        </div>
        <div className="field">
          <label className="public-consent">
            <input
              ref={consent}
              type="checkbox"
              checked={agrees}
              aria-invalid={lacksConsent || undefined}
              aria-describedby={lacksConsent ? `${id}-consent-error` : undefined}
              onChange={(event) => setAgrees(event.target.checked)}
            />
            <span className="wrap">{t('consent', { team })}</span>
          </label>
          {lacksConsent && <Wrong id={`${id}-consent-error`}>{t('consentMissing')}</Wrong>}
        </div>
        {error && !refused && (
          <div className="strip e" role="alert">
            <CircleAlert size={16} />
            <div className="grow wrap">
              <p>{errorText(error)}</p>
              {page.contact && <ContactLink contact={page.contact} />}
            </div>
          </div>
        )}
        <div className="row actions">
          <button type="button" className="btn ghost" onClick={close}>
            {common('cancel')}
          </button>
          <button type="submit" className="btn pri" aria-disabled={isLoading}>
            {t(error && !refused ? 'escalateAgain' : 'escalateNow')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const Wrong = ({ id, children }: { id: string; children: string }) => (
  <span className="error" id={id} role="alert">
    <CircleAlert size={14} />
    <span>{children}</span>
  </span>
)
