import { ArrowDown } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useAgentName } from '../../ui/agentName.ts'
import type { ShownSegment } from '../chatModel/branch.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import { Turn } from './Turn.tsx'
import { useEarlierSegments, WHOLE } from './useEarlierSegments.ts'
import { useFollowEnd } from './useFollowEnd.ts'
import { useFoundMessage } from './useFoundMessage.ts'
import { usePrint } from './usePrint.ts'
import { type ShownChat, useTurnChat } from './useThread.ts'

/**
 * Number of last turns that are rendered at full size. The browser's size estimate for hidden turns would
 * misplace the end.
 */
const exactTurns = 3

const keyOf = (segment: ShownSegment) => segment.conversationSegmentId ?? 'asked'

export function Thread({ page }: { page: ShownChat }) {
  const t = conversationTexts.useText()
  const named = useAgentName()
  const { shown, conversation, agent, tree, address } = page
  const received = useChat((chat) => chat.streamConversationSegment !== null || chat.streamEvent !== null)
  const started = useChat((chat) => chat.streamConversationSegment?.createdAt ?? null)
  const earlier = useEarlierSegments(address.conversationId, shown, tree)
  const { scroller, content, away, jump, release } = useFollowEnd(started, earlier.show)
  const { conversationId } = address
  useFoundMessage({ conversationId, tree, shown, scroller, reveal: earlier.reveal, release })
  const printing = usePrint(() => earlier.reveal(WHOLE))
  const [lit, setLit] = useState<{ segment: string; number: number } | null>(null)
  const { gptSystemId = '', name = '' } = conversation?.gptSystem ?? agent.current ?? {}
  const turnChat = useTurnChat(page, { gptSystemId, name: named(name) })
  const light = useCallback((segment: ShownSegment, number: number | null) => {
    setLit(number === null ? null : { segment: keyOf(segment), number })
  }, [])
  const turns = earlier.turns
  return (
    <div className="thread-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, keyboard users can't scroll the thread. */}
      <section ref={scroller} className="thread-scroll" aria-label={t('thread')} tabIndex={0}>
        <h1 className="hidden">{conversation?.title || t('chat')}</h1>
        <div ref={content}>
          {earlier.loading ? (
            <p className="thread-earlier small m3">{t('olderLoading')}</p>
          ) : (
            earlier.more && (
              <p className="thread-earlier">
                <button type="button" className="btn ghost sm" onClick={earlier.show}>
                  {t('olderShow')}
                </button>
              </p>
            )
          )}
          {turns.map((segment, index) => {
            const last = index === turns.length - 1
            const key = keyOf(segment)
            return (
              <Turn
                key={key}
                segment={segment}
                page={turnChat}
                last={last}
                reserve={last && received}
                exact={index >= turns.length - exactTurns}
                lit={lit?.segment === key ? lit.number : null}
                onLight={light}
              />
            )
          })}
        </div>
      </section>
      {printing && (
        <p className="hidden" role="status">
          {t('preparingPrint')}
        </p>
      )}
      {away && (
        <div className="turn jump">
          <button type="button" className="btn out sm" onClick={jump}>
            <ArrowDown size={16} />
            {t('jump')}
          </button>
        </div>
      )}
    </div>
  )
}
