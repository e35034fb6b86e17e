import { Check, ChevronLeft, ChevronRight, Copy, ListTree, RotateCw } from 'lucide-react'
import { Suspense, useEffect, useId, useRef } from 'react'
import { formatDate, formatTime } from '../../lang/format.ts'
import { errorText } from '../../ui/errorText.ts'
import { loadLater } from '../../ui/loadLater.tsx'
import { toast } from '../../ui/toast.tsx'
import { useCopy } from '../../ui/useCopy.ts'
import { conversationsApi } from '../chatModel/api.ts'
import { leafBelow, type ShownSegment, siblingsOf } from '../chatModel/branch.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import { useWithin } from '../chatModel/testedContext.ts'
import { AnswerWithAgent } from './AnswerWithAgent.tsx'
import { RatingButtons } from './feedback/RatingButtons.tsx'
import { useFeedback } from './feedback/useFeedback.ts'
import type { TurnChat } from './useThread.ts'

const FeedbackForm = loadLater(async () => (await import('./feedback/FeedbackForm.tsx')).FeedbackForm, {
  over: true,
})

export function AnswerActions({ segment, page }: { segment: ShownSegment; page: TurnChat }) {
  const t = conversationTexts.useText()
  const [copied, copy] = useCopy()
  const answering = useChat((chat) => chat.streamConversationSegment?.status === 'Pending')
  const segmentId = segment.conversationSegmentId
  const feedback = useFeedback(page.address.conversationId, segment)
  const form = useId()
  const bar = useRef<HTMLDivElement>(null)
  if (segmentId === null) return null
  const closeForm = () => {
    feedback?.setOpen(false)
    bar.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus({ preventScroll: true })
  }
  return (
    <>
      <div className="answer-actions" ref={bar}>
        {feedback && <RatingButtons feedback={feedback} formId={form} />}
        <button
          type="button"
          className="ib"
          aria-label={copied ? t('copied') : t('copy')}
          title={t('copy')}
          disabled={segment.answer === ''}
          onClick={() => copy(segment.answer)}
        >
          {copied ? <Check size={16} /> : <Copy size={16} />}
        </button>
        <button
          type="button"
          className="ib"
          aria-label={t('regenerate')}
          title={t('regenerate')}
          disabled={answering}
          onClick={() => page.asking.again(segment)}
        >
          <RotateCw size={16} className="flip" />
        </button>
        <AnswerWithAgent segment={segment} page={page} disabled={answering} />
        <button
          type="button"
          className="ib"
          aria-label={t('executionDetails')}
          title={t('executionDetails')}
          onClick={() => page.details.open(segmentId)}
        >
          <ListTree size={16} className="flip" />
        </button>
        <Versions segmentId={segmentId} page={page} disabled={answering} />
        <span className="grow" />
        <time
          className="small m3 num"
          dateTime={segment.createdAt}
          title={formatDate(segment.createdAt, { dateStyle: 'full', timeStyle: 'short' })}
        >
          {formatTime(segment.createdAt)}
        </time>
      </div>
      {feedback?.open && feedback.rating && (
        <Suspense>
          <FeedbackForm
            key={feedback.rating.rating}
            id={form}
            feedback={feedback}
            rating={feedback.rating}
            close={closeForm}
          />
        </Suspense>
      )}
    </>
  )
}

interface VersionsProps {
  segmentId: string
  page: TurnChat
  disabled: boolean
}

/**
 * The version requested with a button. The turn with the button is removed, and the same button of the new turn
 * gets the focus.
 */
let asked: { segmentId: string; by: 'previous' | 'next' } | null = null

/** “2 / 2”: which answer to this question is shown, with buttons for the others. */
function Versions({ segmentId, page, disabled }: VersionsProps) {
  const t = conversationTexts.useText()
  const [select, { isLoading }] = conversationsApi.useUpdateSelectedLeafSegmentIdMutation()
  const { tree, address } = page
  const chat = useWithin()
  const buttons = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (asked?.segmentId !== segmentId) return
    const [previous, next] = buttons.current?.querySelectorAll('button') ?? []
    const [same, other] = asked.by === 'previous' ? [previous, next] : [next, previous]
    asked = null
    // If the user has moved the focus elsewhere in the meantime, it stays there.
    if (document.activeElement !== document.body) return
    const usable = same?.disabled ? other : same
    usable?.focus({ preventScroll: true })
  }, [segmentId])
  const siblings = siblingsOf(tree, segmentId)
  if (siblings.length < 2 || !address.conversationId) return null
  const at = siblings.indexOf(segmentId)
  const show = (index: number) => {
    const selectedLeafSegmentId = leafBelow(tree, siblings[index]!)
    asked = { segmentId: siblings[index]!, by: index < at ? 'previous' : 'next' }
    select({ conversationId: address.conversationId!, selectedLeafSegmentId, ...chat })
      .unwrap()
      .catch((error: unknown) => {
        asked = null
        toast.error(errorText(error))
      })
  }
  const values = { number: at + 1, count: siblings.length }
  return (
    <span ref={buttons} className="versions num s13 m2">
      <button
        type="button"
        className="ib sm"
        aria-label={t('previousVersion')}
        disabled={disabled || isLoading || at === 0}
        onClick={() => show(at - 1)}
      >
        <ChevronLeft size={14} className="flip" />
      </button>
      <span aria-hidden="true">
        <bdi>{t('version', values)}</bdi>
      </span>
      <span className="hidden">{t('versionLabel', values)}</span>
      <button
        type="button"
        className="ib sm"
        aria-label={t('nextVersion')}
        disabled={disabled || isLoading || at === siblings.length - 1}
        onClick={() => show(at + 1)}
      >
        <ChevronRight size={14} className="flip" />
      </button>
    </span>
  )
}
