import type { StreamSegment } from '../../chatModel/chatSlice.ts'

/** What one sees of an answer: its text, then what went wrong. */
export const visibleAnswer = (segment: Pick<StreamSegment, 'answer' | 'errors'>): string =>
  [segment.answer, ...segment.errors.map((error) => error.text)].filter(Boolean).join('\n\n')
