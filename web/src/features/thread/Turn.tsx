import { Check, Copy, Globe, Pencil } from 'lucide-react'
import { memo, useRef } from 'react'
import { useObservable } from '../../base/useObservable.ts'
import { useCopy } from '../../ui/useCopy.ts'
import type { PageContext } from '../chatModel/attachments/api.ts'
import type { ShownSegment } from '../chatModel/branch.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import { QuestionAttachments } from '../composer/attachments/QuestionAttachments.tsx'
import { QuestionImages } from '../composer/attachments/QuestionImages.tsx'
import { Answer } from './Answer.tsx'
import { edited, editQuestion } from './editing.ts'
import { QuestionEditor } from './QuestionEditor.tsx'
import { SourceNotes } from './sources/SourceNotes.tsx'
import type { TurnChat } from './useThread.ts'
import { VersionButtons } from './VersionButtons.tsx'

interface Props {
  segment: ShownSegment
  page: TurnChat
  last: boolean
  /** The turn reserves the visible height, so the answer grows into free space. */
  reserve: boolean
  exact: boolean
  lit: number | null
  onLight: (segment: ShownSegment, number: number | null) => void
}

/** A question and its answer, with the sources next to it. */
export const Turn = memo(function Turn({ segment, page, last, reserve, exact, lit, onLight }: Props) {
  const answer = useRef<HTMLElement>(null)
  return (
    <div
      className={`turn${reserve ? ' reserve' : ''}${exact ? '' : ' far'}${last ? ' last' : ''}`}
      data-segment={segment.conversationSegmentId}
    >
      <Question segment={segment} page={page} />
      <Answer ref={answer} segment={segment} page={page} last={last} onLight={onLight} />
      <SourceNotes answer={answer} segment={segment} page={page} lit={lit} />
    </div>
  )
})

function Question({ segment, page }: { segment: ShownSegment; page: TurnChat }) {
  const { question, attachments, visionImages, pageContext, conversationSegmentId } = segment
  const { segmentId } = useObservable(edited)
  const editing = page.available && segmentId !== null && segmentId === conversationSegmentId
  return (
    <div className="question">
      <QuestionImages images={visionImages} />
      <QuestionAttachments attachments={attachments} />
      {pageContext && <AskedOn page={pageContext} />}
      {editing ? (
        <QuestionEditor text={question} onSend={(text) => page.asking.instead(segment, text)} />
      ) : (
        <Bubble segment={segment} page={page} />
      )}
    </div>
  )
}

/** The page of another site on which a visitor asked. */
function AskedOn({ page: { title, url, fields } }: { page: PageContext }) {
  const t = conversationTexts.useText()
  const details = fields.map(({ name, value }) => `${name}: ${value}`)
  return (
    <p className="asked-on" title={[url, ...details].join('\n')}>
      <Globe size={12} />
      <span dir="auto">{t('askedOn', { page: title || url })}</span>
    </p>
  )
}

function Bubble({ segment, page }: { segment: ShownSegment; page: TurnChat }) {
  const { question, conversationSegmentId } = segment
  const t = conversationTexts.useText()
  const [copied, copy] = useCopy()
  const answering = useChat((chat) => chat.streamConversationSegment?.status === 'Pending')
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: each message is a tab stop by design. */}
      <article className="bubble" aria-label={t('yourQuestion')} tabIndex={0}>
        <p dir="auto">{question}</p>
      </article>
      <div className="question-actions">
        <button
          type="button"
          className="ib sm"
          aria-label={copied ? t('copied') : t('copyQuestion')}
          title={t('copyQuestion')}
          onClick={() => copy(question)}
        >
          {copied ? <Check size={14} /> : <Copy size={14} />}
        </button>
        {page.available && conversationSegmentId !== null && (
          <button
            type="button"
            className="ib sm"
            aria-label={t('editQuestion')}
            title={t('editQuestion')}
            disabled={answering}
            onClick={() => editQuestion(conversationSegmentId)}
          >
            <Pencil size={14} />
          </button>
        )}
        {conversationSegmentId !== null && (
          <VersionButtons of="question" segmentId={conversationSegmentId} page={page} disabled={answering} />
        )}
      </div>
    </>
  )
}
