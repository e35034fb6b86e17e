import type { ShownSegment } from '../../chatModel/branch.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import { openSource, sourceTitle } from '../../chatModel/sources.ts'
import { useNotesBeside } from '../details/openDetails.ts'
import type { TurnChat } from '../useThread.ts'
import { ChangedMark, useChangeText } from './SourceChange.tsx'
import { SourceTitle } from './SourceTitle.tsx'

/** The sources below the answer, if there is no room next to it. */
export function SourceChips({ segment, page }: { segment: ShownSegment; page: TurnChat }) {
  const t = conversationTexts.useText()
  const changeText = useChangeText()
  const beside = useNotesBeside()
  const { citations, conversationSegmentId } = segment
  if (beside || citations.length === 0) return null
  return (
    <ul className="source-chips" aria-label={t('sources')}>
      {citations.map((citation, index) => (
        <li key={citation.citationId} id={`source-${conversationSegmentId}-${index + 1}`}>
          <button
            type="button"
            aria-label={`${t('openSource', { number: index + 1, title: sourceTitle(citation) })} ${changeText(citation.change)}`.trim()}
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
            <span className="num">{index + 1}</span> <SourceTitle citation={citation} />
            <ChangedMark change={citation.change} />
          </button>
        </li>
      ))}
    </ul>
  )
}
