import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { errorText } from '../../ui/errorText.ts'
import { toast } from '../../ui/toast.tsx'
import { conversationsApi } from '../chatModel/api.ts'
import { answersOf, leafBelow, questionsOf } from '../chatModel/branch.ts'
import { useWithin } from '../chatModel/chatFamily.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import type { TurnChat } from './useThread.ts'

interface Props {
  of: keyof typeof versions
  segmentId: string
  page: TurnChat
  disabled: boolean
}

/** An edited question has several versions, and each of them can have several answers. */
const versions = {
  question: {
    find: questionsOf,
    previous: 'previousQuestion',
    next: 'nextQuestion',
    label: 'questionLabel',
  },
  answer: {
    find: answersOf,
    previous: 'previousAnswer',
    next: 'nextAnswer',
    label: 'answerLabel',
  },
} as const

/**
 * The version requested with a button. The turn with the button is removed, and the same button of the new turn
 * gets the focus.
 */
let asked: { of: Props['of']; segmentId: string; by: 'previous' | 'next' } | null = null

/** “2 / 2”: which version of a question or an answer is shown, with buttons for the others. */
export function VersionButtons({ of, segmentId, page, disabled }: Props) {
  const t = conversationTexts.useText()
  const [select, { isLoading }] = conversationsApi.useUpdateSelectedLeafSegmentIdMutation()
  const { tree, address } = page
  const chat = useWithin()
  const buttons = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (asked?.segmentId !== segmentId || asked.of !== of) return
    const [previous, next] = buttons.current?.querySelectorAll('button') ?? []
    const [same, other] = asked.by === 'previous' ? [previous, next] : [next, previous]
    asked = null
    // If the user has moved the focus elsewhere in the meantime, it stays there.
    if (document.activeElement !== document.body) return
    const usable = same?.disabled ? other : same
    usable?.focus({ preventScroll: true })
  }, [of, segmentId])
  const texts = versions[of]
  const { segmentIds, shown } = texts.find(tree, segmentId)
  if (segmentIds.length < 2 || !address.conversationId) return null
  const show = (index: number) => {
    const wanted = segmentIds[index]!
    asked = { of, segmentId: wanted, by: index < shown ? 'previous' : 'next' }
    select({
      conversationId: address.conversationId!,
      selectedLeafSegmentId: leafBelow(tree, wanted),
      ...chat,
    })
      .unwrap()
      .catch((error: unknown) => {
        asked = null
        toast.error(errorText(error))
      })
  }
  const values = { number: shown + 1, count: segmentIds.length }
  return (
    <span ref={buttons} className="versions num s13 m2">
      <button
        type="button"
        className="ib sm"
        aria-label={t(texts.previous)}
        title={t(texts.previous)}
        disabled={disabled || isLoading || shown === 0}
        onClick={() => show(shown - 1)}
      >
        <ChevronLeft size={14} className="flip" />
      </button>
      <span aria-hidden="true">
        <bdi>{t('version', values)}</bdi>
      </span>
      <span className="hidden">{t(texts.label, values)}</span>
      <button
        type="button"
        className="ib sm"
        aria-label={t(texts.next)}
        title={t(texts.next)}
        disabled={disabled || isLoading || shown === segmentIds.length - 1}
        onClick={() => show(shown + 1)}
      >
        <ChevronRight size={14} className="flip" />
      </button>
    </span>
  )
}
