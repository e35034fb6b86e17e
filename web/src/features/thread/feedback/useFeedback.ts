import { useState } from 'react'
import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '../../../api/api.ts'
import { useObservable } from '../../../base/useObservable.ts'
import { errorText } from '../../../ui/errorText.ts'
import { toast } from '../../../ui/toast.tsx'
import { importedFromOf, type ShownSegment } from '../../chatModel/branch.ts'
import { useChatFamily } from '../../chatModel/chatFamily.ts'
import { type Rating, rate, ratings } from './ratings.ts'

export interface AnswerFeedback {
  rating: Rating | null
  /** The comment form is open. */
  open: boolean
  setOpen: (open: boolean) => void
  /** Returns whether the server accepted the rating. If not, shows the error. */
  give: (rating: Rating | null) => Promise<boolean>
}

/**
 * Returns the user's feedback on an answer. Null if it can't be rated: in a test chat, before it is stored, or
 * if it was imported.
 */
export function useFeedback(conversationId: string | null, segment: ShownSegment): AnswerFeedback | null {
  const dispatch = useDispatch<ApiDispatch>()
  const { isRated, within } = useChatFamily()
  const segmentId = segment.conversationSegmentId ?? ''
  const said = useObservable(ratings)[segmentId]
  const [open, setOpen] = useState(false)
  if (!isRated || importedFromOf(segment) || !conversationId || !segmentId) return null
  const read = 'feedback' in segment ? segment.feedback : undefined
  return {
    rating: said === undefined ? (read ?? null) : said,
    open,
    setOpen,
    async give(rating) {
      try {
        await rate(dispatch, { conversationId, segmentId, ...within }, rating)
        return true
      } catch (error) {
        toast.error(errorText(error))
        return false
      }
    },
  }
}
