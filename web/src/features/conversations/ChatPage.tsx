import { Bot, MessageCircleX } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { auth } from '../../session/auth.ts'
import { LoadFault } from '../../ui/LoadFault.tsx'
import { loadLater } from '../../ui/loadLater.tsx'
import { useObservable } from '../../ui/useObservable.ts'
import { AgentHeader } from './AgentHeader.tsx'
import { Announcer } from './Announcer.tsx'
import type { SentAttachment } from './attachments/api.ts'
import { Composer } from './Composer.tsx'
import { chatAddress } from './chatAddress.ts'
import { conversationTexts } from './conversationTexts.ts'
import { ExecutionDetailsHost } from './executionDetails/ExecutionDetailsHost.tsx'
import { FirstRun } from './FirstRun.tsx'
import { KeyListHost } from './KeyListHost.tsx'
import { SourcePanelHost } from './SourcePanelHost.tsx'
import { ThreadSkeleton } from './ThreadSkeleton.tsx'
import { UsageNote } from './UsageNote.tsx'
import { useChatKeys } from './useChatKeys.ts'
import { type ChatPageState, useChatPage } from './useChatPage.ts'
import './chat.css'
import './composer.css'
import './firstRun.css'
import './sources.css'

const AFTER_FIRST_PAINT_MS = 300

/** What reads and paints answers is loaded when there is one to read, or once the first screen is painted. */
const Thread = loadLater(async () => (await import('./Thread.tsx')).Thread)
if (globalThis.location?.search.includes('conversationId=')) loadAhead()

/** What could not be loaded is tried again when it is shown, which then says so. */
function loadAhead(): void {
  Thread.load().catch(() => undefined)
}

/** `/chat` and `/chat/{entryGptSystemId}`: one conversation, or the beginning of one. */
export function ChatPage() {
  const page = useChatPage()
  const navigate = useNavigate()
  const { agent, conversation, address } = page
  usePageTitle(conversation?.title || agent.current?.name)
  useChatKeys(page)
  useEffect(() => {
    const timer = setTimeout(loadAhead, AFTER_FIRST_PAINT_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="chat">
      <div className="chat-column">
        <AgentHeader
          agent={address.conversationId ? (conversation?.gptSystem ?? agent.current) : agent.current}
          agents={agent.agents}
          onChoose={(gptSystemId) => navigate(chatAddress(gptSystemId, null))}
          onDetails={page.shown.length > 0 ? page.details.toggle : null}
        />
        <Content page={page} />
      </div>
      <Announcer />
      <SourcePanelHost />
      <ExecutionDetailsHost
        conversationId={address.conversationId}
        shown={page.shown}
        details={page.details}
      />
      <KeyListHost />
    </div>
  )
}

function Content({ page }: { page: ChatPageState }) {
  const t = conversationTexts.useText()
  const { address, agent, segments, shown } = page
  const composer = <ChatComposer page={page} />
  if (address.conversationId && segments.isError && shown.length === 0) {
    const gone = 'status' in segments.error && segments.error.status === 404
    return gone ? (
      <Message icon={<MessageCircleX size={18} />} text={t('conversationGone')} />
    ) : (
      <LoadFault error={segments.error} retry={segments.refetch} />
    )
  }
  if (shown.length > 0) {
    return (
      <>
        <Suspense fallback={<ThreadSkeleton />}>
          <Thread key={page.view} page={page} />
        </Suspense>
        {composer}
      </>
    )
  }
  if (address.conversationId && !segments.currentData) return <ThreadSkeleton />
  if (agent.none) return <Message icon={<Bot size={18} />} text={t('noAgents')} />
  if (agent.refused) return <Message icon={<Bot size={18} />} text={t('agentRefused')} />
  return (
    <FirstRun details={agent.details.currentData ?? null} ask={(question) => ask(page, question)}>
      {composer}
    </FirstRun>
  )
}

function Message({ icon, text }: { icon: React.ReactNode; text: string }) {
  return (
    <div className="state grow" role="alert">
      <span className="mark">{icon}</span>
      <p>{text}</p>
    </div>
  )
}

function ChatComposer({ page }: { page: ChatPageState }) {
  const { address, agent, conversation, shown, reconnecting, stream } = page
  const { name, gptSystemId } = conversation?.gptSystem ?? agent.current ?? {}
  return (
    <Composer
      draftOf={address.conversationId ?? `new:${agent.current?.gptSystemId ?? ''}`}
      agentName={name ?? null}
      first={shown.length === 0}
      reconnecting={reconnecting}
      note={gptSystemId && <UsageNote gptSystemId={gptSystemId} />}
      onSend={(question, attachments) => ask(page, question, attachments)}
      onStop={() => void stream.stop()}
    />
  )
}

function ask(
  { address, agent, conversation, shown, stream }: ChatPageState,
  question: string,
  attachments: SentAttachment[] = [],
): void {
  const gptSystemId = conversation?.gptSystem.gptSystemId ?? agent.current?.gptSystemId
  if (!gptSystemId && !address.conversationId) return
  // A question that was refused was not stored: the next one does not continue from it.
  const parent = shown.findLast((segment) => segment.conversationSegmentId !== null)
  void stream.ask({
    gptSystemId: gptSystemId ?? '',
    conversationId: address.conversationId,
    question,
    parentSegmentId: parent?.conversationSegmentId ?? null,
    attachments,
    attachmentIds: attachments.map(({ attachmentId }) => attachmentId),
  })
}

function usePageTitle(screen: string | undefined) {
  const t = conversationTexts.useText()
  const { instanceSettings } = useObservable(auth)
  const title = `${screen || t('chat')} | ${instanceSettings.name}`
  useEffect(() => {
    document.title = title
  }, [title])
}
