import { FlaskConical, MessageCircleX } from 'lucide-react'
import { Suspense, useMemo } from 'react'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { useLoadAhead } from '../../ui/loadLater.tsx'
import { VisitorAnnouncements } from '../announcements/VisitorAnnouncements.tsx'
import { isMissing } from '../chat/updates/GoneNote.tsx'
import type { PageContext } from '../chatModel/attachments/api.ts'
import { type ChatFamily, ChatFamilyContext } from '../chatModel/chatFamily.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { GuidelinesDeclined, GuidelinesHost } from '../guidelinesConsent/GuidelinesHost.tsx'
import { Announcer } from '../thread/Announcer.tsx'
import type { Asking } from '../thread/asking.ts'
import { Thread } from '../thread/LaterThread.ts'
import { SourcePanelHost } from '../thread/sources/SourcePanelHost.tsx'
import { ThreadSkeleton } from '../thread/ThreadSkeleton.tsx'
import { useChatKeys } from '../thread/useChatKeys.ts'
import { type PublicPage, publicChatApi } from './api.ts'
import { EscalationHost, Help } from './Escalate.tsx'
import { publicChatTexts } from './lang/en.ts'
import { PublicComposer } from './PublicComposer.tsx'
import { PublicFoot } from './PublicFoot.tsx'
import { PublicHeader } from './PublicHeader.tsx'
import { PublicSidebar } from './PublicSidebar.tsx'
import { PublicStart } from './PublicStart.tsx'
import { useProductTitle } from './productTitle.ts'
import type { PublicAddress } from './publicAddress.ts'
import { ReadsNote } from './ReadsNote.tsx'
import type { Visit } from './session/visit.ts'
import { type SharedPage, usePageContext } from './usePageContext.ts'
import { type PublicChatState, usePublicChat } from './usePublicChat.ts'
import { useWidget } from './useWidget.ts'
import '../thread/chat.css'
import '../composer/composer.css'
import '../firstRun/firstRun.css'
import '../thread/print.css'
import '../thread/sources/sources.css'
import './publicChat.css'

export interface PublicPageProps {
  page: PublicPage
  address: PublicAddress
  visit: Visit
}

/** The chat of a public page: with the visitor's conversations beside it, or as a popup for frames. */
export function PublicChatPage(props: PublicPageProps) {
  const { page } = props
  const { gptPublicEndpoint, allowSourceDownload } = page
  const family = useMemo(
    (): ChatFamily => ({
      within: { gptPublicEndpoint },
      hasRoom: true,
      hasOtherAgents: false,
      hasExecutionDetails: false,
      isRated: true,
      opensDocuments: false,
      downloadsDocuments: allowSourceDownload,
      readsWholeFiles: false,
      runsCode: false,
      isReadAloud: false,
      hasDocuments: false,
      help: <Help page={page} />,
    }),
    [gptPublicEndpoint, allowSourceDownload, page],
  )
  return (
    <ChatFamilyContext value={family}>
      <EscalationHost page={page}>
        <Chat {...props} />
      </EscalationHost>
    </ChatFamilyContext>
  )
}

function Chat({ page, address, visit }: PublicPageProps) {
  const t = publicChatTexts.useText()
  const plain = usePublicChat(page, address, visit)
  const { context, close } = useWidget((question) => chat.asking.next(question))
  const shared = usePageContext(page, context)
  const chat = useTelling(plain, shared.sent)
  const { conversation, sessionIdentifier } = chat
  const { isPopup } = address
  useProductTitle(conversation?.title || page.agentName)
  useChatKeys(chat, '.public-chat')
  useLoadAhead(Thread)
  return (
    <div className="app public-chat" data-popup={isPopup || undefined}>
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      <PublicSidebar page={page} address={address} chat={chat} />
      <main className="main" id="main" tabIndex={-1}>
        <Suspense fallback={null}>
          <VisitorAnnouncements page="PublicChat" />
        </Suspense>
        <ErrorBoundary component="publicChat" of={conversation?.conversationId ?? ''}>
          <div className="chat">
            <div className="chat-column">
              <PublicHeader page={page} address={address} chat={chat} visit={visit} close={close} />
              {sessionIdentifier && <TestNote sessionIdentifier={sessionIdentifier} />}
              {sessionIdentifier && <ReadsNote sessionIdentifier={sessionIdentifier} />}
              <Content page={page} address={address} chat={chat} visit={visit} shared={shared} />
            </div>
            <GuidelinesHost guidelines={chat.guidelines} />
            <Announcer />
            <SourcePanelHost />
          </div>
        </ErrorBoundary>
      </main>
    </div>
  )
}

/** Returns the chat with questions that tell which page they are asked on. */
function useTelling(chat: PublicChatState, pageContext: PageContext | undefined): PublicChatState {
  const { asking } = chat
  const telling = useMemo(
    (): Asking => ({
      ...asking,
      next: (question, sent = { attachments: [], images: [] }) =>
        asking.next(question, { ...sent, pageContext }),
    }),
    [asking, pageContext],
  )
  return { ...chat, asking: telling }
}

interface ContentProps extends PublicPageProps {
  chat: PublicChatState
  shared: SharedPage
}

function Content({ page, address, visit, chat, shared }: ContentProps) {
  const { segments, shown, isLocked } = chat
  const composer = chat.guidelines.declined ? (
    <>
      <GuidelinesDeclined guidelines={chat.guidelines} />
      <PublicFoot page={page} />
    </>
  ) : (
    <PublicComposer
      key={chat.resets}
      page={page}
      address={address}
      visit={visit}
      chat={chat}
      shared={shared}
    />
  )
  const isGone = shown.length === 0 && segments.isError
  if (isLocked || (isGone && isMissing(segments.error))) return <NotThere newChat={chat.newChat} />
  if (isGone) return <LoadError error={segments.error} retry={segments.refetch} />
  if (shown.length > 0) {
    return (
      <>
        <Suspense fallback={<ThreadSkeleton />}>
          <Thread key={chat.view} page={chat} />
        </Suspense>
        {composer}
      </>
    )
  }
  if (chat.address.conversationId && !segments.currentData) return <ThreadSkeleton />
  return (
    <PublicStart page={page} isPopup={address.isPopup} ask={(question) => chat.asking.next(question)}>
      {composer}
    </PublicStart>
  )
}

/** Shown for another visitor's conversation as for one that never existed. */
function NotThere({ newChat }: { newChat: () => void }) {
  const t = conversationTexts.useText()
  return (
    <div className="state grow" role="alert">
      <span className="mark">
        <MessageCircleX size={18} />
      </span>
      <p>{t('conversationGone')}</p>
      <button type="button" className="btn soft sm" onClick={newChat}>
        {t('newChat')}
      </button>
    </div>
  )
}

/** The owner of the page tests it in a session that their settings page has started. */
function TestNote({ sessionIdentifier }: { sessionIdentifier: string }) {
  const t = publicChatTexts.useText()
  const { currentData } = publicChatApi.useGetVisitDetailsQuery({ sessionIdentifier })
  if (!currentData?.isTest) return null
  return (
    <p className="strip info public-test" role="status">
      <FlaskConical size={16} />
      {t('testing')}
    </p>
  )
}
