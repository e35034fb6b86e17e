import type { Citation } from '../../chatModel/segments.ts'
import { sourcePlace } from '../../chatModel/sources.ts'

/** Only the name has a direction of its own. The place after it follows the language's. */
export function SourceTitle({ citation }: { citation: Citation }) {
  return (
    <span className="source-title">
      <bdi>{citation.title}</bdi>
      <span>{sourcePlace(citation)}</span>
    </span>
  )
}
