import { Check, Copy, ListTree, RotateCw } from 'lucide-react'
import { Suspense, useId, useRef } from 'react'
import { useObservable } from '../../base/useObservable.ts'
import { formatDate, formatTimeOrMoment } from '../../lang/format.ts'
import { loadLater } from '../../ui/loadLater.tsx'
import { htmlCopyOf } from '../../ui/markdown/copies.ts'
import { useCopy } from '../../ui/useCopy.ts'
import type { ShownSegment } from '../chatModel/branch.ts'
import { useChatFamily } from '../chatModel/chatFamily.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import { AnswerWithAgent } from './AnswerWithAgent.tsx'
import { RatingButtons } from './feedback/RatingButtons.tsx'
import { useFeedback } from './feedback/useFeedback.ts'
import { reading } from './readAloud/readingState.ts'
import type { TurnChat } from './useThread.ts'
import { VersionButtons } from './VersionButtons.tsx'

const ReadAloudButton = loadLater(async () => (await import('./readAloud/ReadAloudButton.tsx')).default)
const OpenAsButton = loadLater(async () => (await import('./canvas/OpenAsButton.tsx')).default)
const ReadAloudBar = loadLater(async () => (await import('./readAloud/ReadAloudBar.tsx')).default)
const FeedbackForm = loadLater(async () => (await import('./feedback/FeedbackForm.tsx')).FeedbackForm, {
  over: true,
})

export function AnswerActions({ segment, page }: { segment: ShownSegment; page: TurnChat }) {
  const t = conversationTexts.useText()
  const [copied, copy] = useCopy()
  const answering = useChat((chat) => chat.streamConversationSegment?.status === 'Pending')
  const { hasDocuments, hasExecutionDetails, isReadAloud, AnswerTool } = useChatFamily()
  const segmentId = segment.conversationSegmentId
  const isRead = useObservable(reading).segmentId === segmentId
  const feedback = useFeedback(page.address.conversationId, segment)
  const form = useId()
  const bar = useRef<HTMLDivElement>(null)
  if (segmentId === null) return null
  const copyAnswer = () => {
    const shown = bar.current?.closest('.answer')?.querySelector('.answer-text')
    copy(segment.answer, shown ? htmlCopyOf(shown) : undefined)
  }
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
          onClick={copyAnswer}
        >
          {copied ? <Check size={16} /> : <Copy size={16} />}
        </button>
        {isReadAloud && segment.answer !== '' && (
          <Suspense>
            <ReadAloudButton
              segmentId={segmentId}
              answer={() => bar.current?.closest('.answer')?.querySelector<HTMLElement>('.answer-text')}
            />
          </Suspense>
        )}
        {hasDocuments && page.address.conversationId !== null && segment.answer.trim() !== '' && (
          <Suspense>
            <OpenAsButton segment={segment} conversationId={page.address.conversationId} />
          </Suspense>
        )}
        {page.available && (
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
        )}
        <AnswerWithAgent segment={segment} page={page} disabled={answering} />
        {hasExecutionDetails && (
          <button
            type="button"
            className="ib"
            aria-label={t('executionDetails')}
            title={t('executionDetails')}
            onClick={() => page.details.open(segmentId)}
          >
            <ListTree size={16} className="flip" />
          </button>
        )}
        {AnswerTool && !page.temporary && <AnswerTool segmentId={segmentId} />}
        <VersionButtons of="answer" segmentId={segmentId} page={page} disabled={answering} />
        <span className="grow" />
        <time
          className="small m3 num"
          dateTime={segment.createdAt}
          title={formatDate(segment.createdAt, { dateStyle: 'full', timeStyle: 'short' })}
        >
          {formatTimeOrMoment(segment.createdAt)}
        </time>
      </div>
      {isRead && (
        <Suspense>
          <ReadAloudBar />
        </Suspense>
      )}
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
