import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { ShownSegment } from '../../chatModel/branch.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import { openSource, sourceTitle } from '../../chatModel/sources.ts'
import { useNotesBeside } from '../details/openDetails.ts'
import type { TurnChat } from '../useThread.ts'
import { ChangedMark, useChangeText } from './SourceChange.tsx'
import { SourceTitle } from './SourceTitle.tsx'
import { quoteText } from './tableQuote.ts'

const GAP_PX = 18

interface Props {
  answer: RefObject<HTMLElement | null>
  segment: ShownSegment
  page: TurnChat
  lit: number | null
}

/** The sources in the margin, each next to the first sentence that cites it. */
export function SourceNotes({ answer, segment, page, lit }: Props) {
  const t = conversationTexts.useText()
  const changeText = useChangeText()
  const beside = useNotesBeside()
  const notes = useRef<HTMLOListElement>(null)
  const { citations, conversationSegmentId } = segment
  const shown = beside && citations.length > 0
  usePlaces(answer, notes, shown)
  if (!shown) return null
  return (
    <aside className="notes" aria-label={t('sources')}>
      <ol ref={notes}>
        {citations.map((citation, index) => (
          <li key={citation.citationId} id={`source-${conversationSegmentId}-${index + 1}`}>
            <button
              type="button"
              className={`note${lit === index + 1 ? ' lit' : ''}`}
              // The accessible name includes all visible text, for users of voice control.
              aria-label={`${t('openSource', { number: index + 1, title: sourceTitle(citation) })} ${quoteText(citation)} ${changeText(citation.change)}`.trim()}
              onClick={() =>
                openSource({
                  conversationId: page.address.conversationId,
                  conversationSegmentId,
                  number: index + 1,
                  citation,
                  among: citations,
                })
              }
            >
              <b>
                <span className="num">{index + 1}</span> <SourceTitle citation={citation} />
                <ChangedMark change={citation.change} />
              </b>{' '}
              {citation.quote && <q dir="auto">{quoteText(citation)}</q>}
            </button>
          </li>
        ))}
      </ol>
    </aside>
  )
}

/** A note never overlaps the one before it, but moves down. */
function usePlaces(
  answer: RefObject<HTMLElement | null>,
  notes: RefObject<HTMLOListElement | null>,
  shown: boolean,
) {
  useLayoutEffect(() => {
    const article = answer.current
    const list = notes.current
    if (!shown || !article || !list) return
    const place = () => {
      const marks = [...article.querySelectorAll<HTMLElement>('.md-citation')]
      const top = article.getBoundingClientRect().top
      const items = [...list.children] as HTMLElement[]
      const wanted = items.map((_, index) => {
        const mark = marks.find((one) => one.textContent === String(index + 1))
        return mark ? mark.getBoundingClientRect().top - top : 0
      })
      const heights = items.map((item) => item.offsetHeight)
      let end = -GAP_PX
      items.forEach((item, index) => {
        const start = Math.max(wanted[index]!, end + GAP_PX)
        item.style.marginBlockStart = `${start - Math.max(end, 0)}px`
        end = start + heights[index]!
      })
    }
    place()
    const sizes = new ResizeObserver(place)
    sizes.observe(article)
    return () => sizes.disconnect()
  })
}
