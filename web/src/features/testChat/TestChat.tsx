import { ArrowUpRight, ListTree, RotateCcw, TriangleAlert } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useMemo } from 'react'
import type { TestedState } from '../../api/chatCalls.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { focusComposer } from '../chat/data/focusComposer.ts'
import { ChatFamilyContext, testChats } from '../chatModel/chatFamily.ts'
import type { DeploymentChoice } from '../chatModel/deploymentChoice.ts'
import { Composer } from '../composer/Composer.tsx'
import { DeploymentButton } from '../composer/DeploymentButton.tsx'
import { TestCaseButton } from '../performanceTests/cases/TestCaseButton.tsx'
import { Announcer } from '../thread/Announcer.tsx'
import { CanvasHost } from '../thread/canvas/CanvasHost.tsx'
import { ExecutionDetailsHost } from '../thread/details/ExecutionDetailsHost.tsx'
import { Thread } from '../thread/LaterThread.ts'
import { SourcePanelHost } from '../thread/sources/SourcePanelHost.tsx'
import { ThreadSkeleton } from '../thread/ThreadSkeleton.tsx'
import { useChatKeys } from '../thread/useChatKeys.ts'
import { testChatTexts } from './lang/en.ts'
import { type TestChatState, useTestChat } from './useTestChat.ts'
import '../thread/chat.css'
import '../composer/composer.css'
import '../thread/sources/sources.css'
import './testChat.css'

export interface TestChatProps {
  tested: TestedState
  agent: {
    gptSystemId: string
    name: string
    introduction: string
    starterQuestions: readonly string[]
    deployments: readonly DeploymentChoice[]
  }
  /** The agent searches the files attached to a question. */
  searches: boolean
  /** The agent can read images. */
  sees: boolean
  /** Identifies the configuration. */
  mark: ReactNode
  /** Saves pending edits, because questions use the saved configuration. */
  settle: () => Promise<unknown>
  /** Retries a save that was blocked, or null if nothing blocks it. */
  save: (() => void) | null
}

/** A chat with the last saved configuration, next to its editor. */
export default function TestChat(props: TestChatProps) {
  const { tested } = props
  const family = useMemo(() => ({ ...testChats(tested), AnswerTool: TestCaseButton }), [tested])
  return (
    <ChatFamilyContext value={family}>
      <Chat {...props} />
    </ChatFamilyContext>
  )
}

function Chat({ tested, agent, searches, sees, mark, settle, save }: TestChatProps) {
  const t = testChatTexts.useText()
  const chat = useTestChat(tested, agent, settle)
  const { shown, details, stream, reconnecting, latest, address, deployment, asking } = chat
  useChatKeys(chat, '.test-chat')
  const seesNow = deployment.current?.seesImages ?? sees
  const canSee = useCallback(async () => seesNow, [seesNow])
  return (
    <section className="chat test-chat" aria-label={t('title')}>
      <div className="chat-column">
        <header className="row test-chat-head">
          <h2 className="h4">{t('title')}</h2>
          {mark}
          <span className="grow" />
          {shown.length > 0 && (
            <>
              <button
                type="button"
                className="btn ghost sm"
                onClick={() => {
                  chat.restart()
                  focusComposer()
                }}
              >
                <RotateCcw size={16} className="flip" />
                {t('restart')}
              </button>
              <button
                type="button"
                className="ib"
                aria-label={t('details')}
                title={t('details')}
                onClick={details.toggle}
              >
                <ListTree size={16} className="flip" />
              </button>
            </>
          )}
        </header>
        <Content chat={chat} agent={agent} ask={asking.next} />
        {!latest.error && (
          <Composer
            draftOf={`test:${tested.stateId}`}
            agentName={agent.name}
            first={shown.length === 0}
            reconnecting={reconnecting}
            takesFocus={false}
            busy={chat.isWaiting}
            note={save && <Unsaved save={save} />}
            disclaimer={t('kept')}
            canSee={canSee}
            dictatesTo={null}
            takesFiles={searches}
            tools={<DeploymentButton {...deployment} />}
            onSend={(question, sent) => void asking.next(question, sent)}
            onStop={() => void stream.stop()}
          />
        )}
      </div>
      <Announcer />
      <SourcePanelHost />
      <CanvasHost conversationId={address.conversationId} />
      <ExecutionDetailsHost conversationId={address.conversationId} shown={shown} details={details} />
    </section>
  )
}

type Ask = (question: string) => unknown

function Content({ chat, agent, ask }: { chat: TestChatState; ask: Ask } & Pick<TestChatProps, 'agent'>) {
  const { shown, segments, latest, address, view } = chat
  if (shown.length > 0) {
    return (
      <Suspense fallback={<ThreadSkeleton />}>
        <Thread key={view} page={chat} />
      </Suspense>
    )
  }
  if (latest.error) return <LoadError error={latest.error} retry={latest.retry} />
  if (address.conversationId && segments.isError)
    return <LoadError error={segments.error} retry={segments.refetch} />
  if (latest.isWaiting || (address.conversationId && !segments.currentData)) return <ThreadSkeleton />
  return <Beginning agent={agent} ask={ask} />
}

function Beginning({
  agent: { introduction, starterQuestions },
  ask,
}: Pick<TestChatProps, 'agent'> & { ask: Ask }) {
  const t = testChatTexts.useText()
  const starters = starterQuestions.filter((question) => question.trim() !== '')
  return (
    <div className="test-chat-beginning">
      {introduction && <p dir="auto">{introduction}</p>}
      <p className="small m2">{t('empty')}</p>
      {starters.length > 0 && (
        <section aria-labelledby="test-starters">
          <h3 className="small m2" id="test-starters">
            {t('startWith')}
          </h3>
          <ul>
            {starters.map((question) => (
              <li key={question}>
                <button type="button" className="btn out" onClick={() => void ask(question)}>
                  <span className="grow" dir="auto">
                    {question}
                  </span>
                  <ArrowUpRight size={16} className="flip m3" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Unsaved({ save }: { save: () => void }) {
  const t = testChatTexts.useText()
  return (
    <p className="strip w" role="status">
      <TriangleAlert size={16} />
      <span className="grow">{t('unsaved')}</span>
      <button type="button" className="btn ghost sm" onClick={save}>
        {t('save')}
      </button>
    </p>
  )
}
