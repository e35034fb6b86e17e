import type { StreamedCitation } from '@parlance/contract/events'
import { fileIdOfPath } from '../../conversations/index.ts'
import type { GivenAnswer } from '../scoring/scoreAnswer.ts'

interface Answered {
  text: string
  refused: boolean
  citations: readonly StreamedCitation[]
}

/** Returns an answer as the scorer reads it. */
export const givenAnswer = ({ text, refused, citations }: Answered): GivenAnswer => ({
  text,
  refused,
  citations: citations.map(({ path, page, passageId }) => ({ fileId: fileIdOfPath(path), page, passageId })),
})
