import { CircleAlert, CircleCheck, Clock, Send } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { formatMoment } from '../../lang/format.ts'
import { loadLater } from '../../ui/loadLater.tsx'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import { type PublicPage, publicChatApi } from './api.ts'
import { ContactLink } from './ContactLink.tsx'
import { EscalationContext, useOpenEscalation } from './escalationContext.ts'
import { publicChatTexts } from './lang/en.ts'
import { useTeam } from './useTeam.ts'

const EscalationDialog = loadLater(async () => (await import('./EscalationDialog.tsx')).EscalationDialog, {
  over: true,
})

/** What visitors can do next to what the chat can't: send the conversation to the team, or contact it themselves. */
export function Help({ page }: { page: PublicPage }) {
  const { contact } = page
  return (
    <>
      <EscalateButton page={page} />
      {contact && <ContactLink contact={contact} />}
    </>
  )
}

/** Offers to send the open conversation. Nothing if the page sends none, or before the first question. */
function EscalateButton({ page: { canEscalate } }: { page: PublicPage }) {
  const t = publicChatTexts.useText()
  const conversationId = useChat((chat) => chat.currentConversationId)
  const openEscalation = useOpenEscalation()
  if (!canEscalate || !conversationId) return null
  return (
    <p className="public-escalate">
      <button type="button" className="btn out sm" onClick={() => openEscalation(conversationId)}>
        <Send className="flip" size={14} />
        {t('escalate')}
      </button>
    </p>
  )
}

/** Lets the menus and the errors inside it open the dialog that sends a conversation. */
export function EscalationHost({ page, children }: { page: PublicPage; children: ReactNode }) {
  const [conversationId, open] = useState<string | null>(null)
  return (
    <EscalationContext value={open}>
      {children}
      {conversationId !== null && (
        <Suspense>
          <EscalationDialog page={page} conversationId={conversationId} close={() => open(null)} />
        </Suspense>
      )}
    </EscalationContext>
  )
}

/** How often one that waits is looked at. */
const LOOK_MS = 10_000

/** Whether the open conversation was sent to the team, also after a reload. */
export function EscalationNote({ page, conversationId }: { page: PublicPage; conversationId: string }) {
  const t = publicChatTexts.useText()
  const team = useTeam(page)
  const openEscalation = useOpenEscalation()
  const known = publicChatApi.endpoints.listEscalations.useQueryState({ conversationId })
  const waits = known.currentData?.items[0]?.state === 'Queued'
  const { currentData } = publicChatApi.useListEscalationsQuery(
    { conversationId },
    { pollingInterval: waits ? LOOK_MS : 0, skipPollingIfUnfocused: true },
  )
  const last = currentData?.items[0]
  if (!last) return null
  const { state, replyTo, sentAt } = last
  if (state === 'Failed') {
    return (
      <div className="strip e public-escalation" role="alert">
        <CircleAlert size={16} />
        <div className="grow wrap">
          <p>{t('escalationFailed', { team })}</p>
          {page.contact && <ContactLink contact={page.contact} />}
        </div>
        {page.canEscalate && (
          <button type="button" className="btn out sm" onClick={() => openEscalation(conversationId)}>
            {t('escalateAgain')}
          </button>
        )}
      </div>
    )
  }
  return (
    <p className="strip info public-escalation" role="status">
      {state === 'Sent' ? <CircleCheck size={16} /> : <Clock size={16} />}
      <span className="grow wrap">
        {state === 'Sent' && sentAt
          ? t('escalationSent', { team, address: replyTo, when: formatMoment(sentAt) })
          : t('escalationQueued', { team, address: replyTo })}
      </span>
    </p>
  )
}
