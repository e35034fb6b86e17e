import { Bot, MessageCircleX } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useAgentName } from '../../ui/agentName.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { useLoadSoon } from '../../ui/loadLater.tsx'
import { conversationsApi } from '../chatModel/api.ts'
import { type ChatFamily, ChatFamilyContext, ownChats } from '../chatModel/chatFamily.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { FirstRun } from '../firstRun/FirstRun.tsx'
import { usePageTitle } from '../frame/useProductName.ts'
import { GuidelinesDeclined, GuidelinesHost } from '../guidelinesConsent/GuidelinesHost.tsx'
import { TestCaseButton } from '../performanceTests/cases/TestCaseButton.tsx'
import { KeyListHost } from '../shortcuts/KeyListHost.tsx'
import { Announcer } from '../thread/Announcer.tsx'
import { CanvasHost } from '../thread/canvas/CanvasHost.tsx'
import { ExecutionDetailsHost } from '../thread/details/ExecutionDetailsHost.tsx'
import { haveImages } from '../thread/generatedImages/imagePath.ts'
import { Thread } from '../thread/LaterThread.ts'
import { SourcePanelHost } from '../thread/sources/SourcePanelHost.tsx'
import { ThreadSkeleton } from '../thread/ThreadSkeleton.tsx'
import { useChatKeys } from '../thread/useChatKeys.ts'
import { TourHost } from '../tour/TourHost.tsx'
import { TourOffer } from '../tour/TourOffer.tsx'
import { AgentHeader } from './AgentHeader.tsx'
import { ChatComposer } from './ChatComposer.tsx'
import { chatAddress } from './data/chatAddress.ts'
import { SetUpLink } from './SetUpLink.tsx'
import { TemporaryButton } from './temporary/Temporary.tsx'
import { isMissing } from './updates/GoneNote.tsx'
import { type ChatPageState, useChatPage } from './useChatPage.ts'
import { useNewChat } from './useNewChat.ts'
import '../thread/chat.css'
import '../composer/composer.css'
import '../firstRun/firstRun.css'
import '../thread/print.css'
import '../thread/sources/sources.css'
import { useNavigateNow } from '../../ui/navigate.ts'

if (globalThis.location?.search.includes('conversationId=')) Thread.load().catch(() => undefined)

const family: ChatFamily = { ...ownChats, AnswerTool: TestCaseButton }

/** `/chat` and `/chat/{entryGptSystemId}`: an open conversation or a new one. */
export function ChatPage() {
  const page = useChatPage()
  const navigate = useNavigateNow()
  const { agent, conversation, address } = page
  const t = conversationTexts.useText()
  const named = useAgentName()
  usePageTitle(conversation?.title || (agent.current ? named(agent.current.name) : t('chat')))
  useChatKeys(page)
  useLoadSoon(Thread)
  return (
    <div className="chat" data-tour-guide="chat">
      <div className="chat-column">
        <AgentHeader
          agent={address.conversationId ? (conversation?.gptSystem ?? agent.current) : agent.current}
          agents={agent.agents}
          unlisted={agent.details.currentData?.gptSystem}
          reload={agent.reload}
          onChoose={(gptSystemId) =>
            navigate(chatAddress(gptSystemId, null), {
              state: { temporary: address.conversationId === null && page.temporary },
            })
          }
          temporary={<TemporaryButton page={page} />}
          conversation={conversation ?? null}
          hasImages={haveImages(page.segments.currentData?.items ?? [])}
          onDetails={page.shown.length > 0 ? page.details.toggle : null}
          onGuidelines={page.guidelines.any ? page.guidelines.open : null}
        />
        <Content page={page} />
      </div>
      <Announcer />
      <SourcePanelHost />
      <CanvasHost conversationId={address.conversationId} />
      <ExecutionDetailsHost
        conversationId={address.conversationId}
        shown={page.shown}
        details={page.details}
      />
      <GuidelinesHost guidelines={page.guidelines} />
      <KeyListHost />
      <TourHost />
    </div>
  )
}

function Content({ page }: { page: ChatPageState }) {
  const t = conversationTexts.useText()
  const { address, agent, segments, shown, guidelines } = page
  const composer = guidelines.declined ? (
    <GuidelinesDeclined guidelines={guidelines} />
  ) : (
    <ChatComposer page={page} />
  )
  if (address.conversationId && segments.isError && shown.length === 0) {
    return isMissing(segments.error) ? (
      <Message icon={<MessageCircleX size={18} />} text={t('conversationGone')} more={<NewChat />} />
    ) : (
      <LoadError error={segments.error} retry={segments.refetch} />
    )
  }
  if (shown.length > 0) {
    return (
      <>
        <ChatFamilyContext value={family}>
          <Suspense fallback={<ThreadSkeleton />}>
            <Thread key={page.view} page={page} />
          </Suspense>
        </ChatFamilyContext>
        {composer}
      </>
    )
  }
  if (address.conversationId && !segments.currentData) return <ThreadSkeleton />
  if (agent.none) return <Message icon={<Bot size={18} />} text={t('noAgents')} more={<SetUpLink />} />
  if (agent.refused) return <Message icon={<Bot size={18} />} text={t('agentRefused')} />
  return (
    <FirstRun
      details={agent.details.currentData ?? null}
      ask={(question) => page.asking.next(question)}
      offer={<NewcomersOffer />}
    >
      {composer}
    </FirstRun>
  )
}

function Message({ icon, text, more }: { icon: ReactNode; text: string; more?: ReactNode }) {
  return (
    <div className="state grow" role="alert">
      <span className="mark">{icon}</span>
      <p>{text}</p>
      {more}
    </div>
  )
}

function NewChat() {
  const t = conversationTexts.useText()
  const start = useNewChat()
  return (
    <button type="button" className="btn soft sm" onClick={() => void start()}>
      {t('newChat')}
    </button>
  )
}

/** Offers the tour to users without conversations. */
function NewcomersOffer() {
  const { data } = conversationsApi.useListConversationsInfiniteQuery({ search: '' })
  return data?.pages[0]?.items.length === 0 && <TourOffer />
}
