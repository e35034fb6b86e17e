import { knownAddresses, plainSurroundings, type Surroundings } from '../../../../ui/markdown/index.ts'
import { conversationTexts } from '../../../chatModel/lang/en.ts'
import type { Segment } from '../../../chatModel/segments.ts'
import { openSource, sourceTitle } from '../../../chatModel/sources.ts'

/**
 * Returns what is around the text of a report. Its numbers open the sources of the answer that wrote it; `back` shows the
 * report again when a source is closed.
 */
export function reportSurroundings(
  { conversationSegmentId, question, citations }: Segment,
  conversationId: string,
  words: Surroundings['words'],
  back: () => void,
): Surroundings {
  const places = new Map(citations.map(({ citationId }, at) => [Number(citationId), at + 1]))
  return {
    ...plainSurroundings,
    words,
    citationPlace: (number) => places.get(number) ?? null,
    citationLabel: (place) =>
      conversationTexts.text('openSource', { number: place, title: sourceTitle(citations[place - 1]!) }),
    citationAddress: (place) => `#source-${conversationSegmentId}-${place}`,
    openCitation: (place) =>
      openSource({
        conversationId,
        conversationSegmentId,
        number: place,
        citation: citations[place - 1]!,
        among: citations,
        back,
      }),
    knowsAddress: knownAddresses(question, citations),
  }
}
