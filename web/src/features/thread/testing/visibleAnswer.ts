import type { StreamSegment } from '../../chatModel/chatSlice.ts'

/** Returns the visible text of an answer: its text, followed by its errors. */
export const visibleAnswer = (segment: Pick<StreamSegment, 'answer' | 'errors'>): string =>
  [segment.answer, ...segment.errors.map((error) => error.text)].filter(Boolean).join('\n\n')
