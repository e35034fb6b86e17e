import { useContext, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '../../../api/api.ts'
import { useObservable } from '../../../base/useObservable.ts'
import { errorText } from '../../../ui/errorText.ts'
import { toast } from '../../../ui/toast.tsx'
import { importedFromOf, type ShownSegment } from '../../chatModel/branch.ts'
import { TestedContext } from '../../chatModel/testedContext.ts'
import { type Rating, rate, ratings } from './ratings.ts'

export interface AnswerFeedback {
  rating: Rating | null
  /** The comment is open. */
  open: boolean
  setOpen: (open: boolean) => void
  /** Answers whether the server has taken it; where it has not, that is said. */
  give: (rating: Rating | null) => Promise<boolean>
}

/** What one thinks of an answer. Null where answers are not rated: in a test chat, before there is one, and where it came from elsewhere. */
export function useFeedback(conversationId: string | null, segment: ShownSegment): AnswerFeedback | null {
  const dispatch = useDispatch<ApiDispatch>()
  const tested = useContext(TestedContext)
  const segmentId = segment.conversationSegmentId ?? ''
  const said = useObservable(ratings)[segmentId]
  const [open, setOpen] = useState(false)
  if (tested || importedFromOf(segment) || !conversationId || !segmentId) return null
  const read = 'feedback' in segment ? segment.feedback : undefined
  return {
    rating: said === undefined ? (read ?? null) : said,
    open,
    setOpen,
    async give(rating) {
      try {
        await rate(dispatch, { conversationId, segmentId }, rating)
        return true
      } catch (error) {
        toast.error(errorText(error))
        return false
      }
    },
  }
}
