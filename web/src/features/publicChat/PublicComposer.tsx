import type { ErrorCode } from '@parlance/contract/errors'
import { CircleAlert, ExternalLink, Gauge, MessageCircleX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useReload } from '../../api/useReload.ts'
import { useObservable } from '../../base/useObservable.ts'
import { formatMoment } from '../../lang/format.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import { Composer } from '../composer/Composer.tsx'
import { usePromptsOfAgent } from '../prompts/usePrompts.ts'
import { type PublicPage, publicChatApi } from './api.ts'
import { EscalationNote, Help } from './Escalate.tsx'
import { isFramed } from './framed.ts'
import { publicChatTexts } from './lang/en.ts'
import { PageContextNote } from './PageContextNote.tsx'
import { PublicFoot } from './PublicFoot.tsx'
import { type PublicAddress, publicAddress } from './publicAddress.ts'
import type { Visit } from './session/visit.ts'
import type { SharedPage } from './usePageContext.ts'
import type { PublicChatState } from './usePublicChat.ts'

interface Props {
  page: PublicPage
  address: PublicAddress
  visit: Visit
  chat: PublicChatState
  shared: SharedPage
}

const seesAll = async () => true
const seesNone = async () => false

/** The composer for the visitor's next question, with what they have to know about their chat. */
export function PublicComposer({ page, address, visit, chat, shared }: Props) {
  const t = publicChatTexts.useText()
  const { draftOf, shown, reconnecting, asking, stream, sessionIdentifier } = chat
  const prompts = usePromptsOfAgent(sessionIdentifier === null ? null : { sessionIdentifier })
  const statement = t(page.extracts ? 'byExtracts' : 'byAssistant')
  return (
    <>
      <Composer
        draftOf={draftOf}
        agentName={page.agentName}
        prompts={sessionIdentifier !== null && prompts.items?.length ? { sessionIdentifier } : undefined}
        first={shown.length === 0}
        reconnecting={reconnecting}
        // A frame doesn't take the focus from the page around it.
        takesFocus={!isFramed()}
        note={
          <>
            <Notes page={page} address={address} visit={visit} chat={chat} />
            <PageContextNote shared={shared} />
          </>
        }
        placeholder={page.ux.placeholder}
        disclaimer={[page.ux.disclaimer, shown.length > 0 && statement].filter(Boolean).join(' ')}
        canSee={page.allowVision ? seesAll : seesNone}
        attaches={page.allowAttachments ? 'Files' : page.allowVision ? 'Images' : 'Nothing'}
        takesFiles={page.allowAttachments}
        onSend={(question, sent) => void asking.next(question, sent)}
        onStop={() => void stream.stop()}
      />
      <PublicFoot page={page} />
    </>
  )
}

function Notes({ page, address, visit, chat }: Omit<Props, 'shared'>) {
  const t = publicChatTexts.useText()
  const { isKept, hasEnded, sessionIdentifier } = useObservable(visit.state)
  const saysLimit = chat.shown.at(-1)?.errors.some(({ code }) => code === LIMIT)
  return (
    <>
      {hasEnded && (
        <p className="strip w" role="status">
          <MessageCircleX size={16} />
          {t('ended')}
        </p>
      )}
      {!isKept && (
        <p className="strip w" role="status">
          <CircleAlert size={16} />
          <span className="grow">
            {t('notKept')}{' '}
            {isFramed() && (
              <a href={publicAddress({ ...address, isPopup: false })} target="_blank" rel="noopener">
                {t('openTab')}
                <ExternalLink size={12} />
              </a>
            )}
          </span>
        </p>
      )}
      {page.canEscalate && sessionIdentifier !== null && chat.address.conversationId && (
        <EscalationNote page={page} conversationId={chat.address.conversationId} />
      )}
      {sessionIdentifier !== null && !saysLimit && <Left page={page} sessionIdentifier={sessionIdentifier} />}
    </>
  )
}

const LIMIT: ErrorCode = 'publicChat.visitorLimit'
/** How few questions are left, from which it is shown. */
const FEW = 5

/** How many more questions the visitor can ask today, once they are few. */
function Left({ page, sessionIdentifier }: { page: PublicPage; sessionIdentifier: string }) {
  const t = publicChatTexts.useText()
  const query = publicChatApi.useGetVisitDetailsQuery({ sessionIdentifier })
  const { currentData } = query
  const reload = useReload(query)
  const answering = useChat((chat) => chat.streamConversationSegment?.status === 'Pending')
  const answeredBefore = useRef(answering)
  useEffect(() => {
    if (answeredBefore.current && !answering) reload()
    answeredBefore.current = answering
  }, [answering, reload])
  const { messagesLeft = null, resetsAt = '' } = currentData?.quota ?? {}
  if (messagesLeft === null || messagesLeft > FEW) return null
  return (
    <div className="strip w" role="status">
      <Gauge size={16} />
      <div className="grow">
        {messagesLeft > 0
          ? t('left', { count: messagesLeft })
          : t('noneLeft', { when: formatMoment(resetsAt) })}
        {messagesLeft === 0 && <Help page={page} />}
      </div>
    </div>
  )
}
