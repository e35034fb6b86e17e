import { randomInt } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { ImportedSegment } from './segments.ts'

export interface StoredSegment {
  id: string
  parentId: string | null
  question: string
  answer: string
  thinking: string
  status: 'Completed' | 'Aborted'
  model: string | null
  askedAt: string
  answeredAt: string
}

/** Returns an ID for the given time. IDs grow with time, and lists and searches are ordered by them. */
export const idAt = (ms: number): string => uuid({ msecs: ms })

/** Returns the segments with IDs that increase from parent to child and in the order asked. */
export function storedSegments(segments: readonly ImportedSegment[]): StoredSegment[] {
  // Random, because another conversation can have questions at the same time.
  const first = randomInt(2 ** 30)
  const byTime = segments.map((segment, place) => ({ segment, place }))
  byTime.sort((a, b) => a.segment.askedAt - b.segment.askedAt || a.place - b.place)
  const ids: string[] = []
  for (const [rank, { segment, place }] of byTime.entries())
    ids[place] = uuid({ msecs: segment.askedAt, seq: first + rank })
  return segments.map((segment, place) => ({
    id: ids[place] as string,
    parentId: segment.parent === null ? null : (ids[segment.parent] as string),
    question: segment.question,
    answer: segment.answer,
    thinking: segment.thinking,
    status: segment.unanswered ? 'Aborted' : 'Completed',
    model: segment.model,
    askedAt: new Date(segment.askedAt).toISOString(),
    answeredAt: new Date(segment.answeredAt).toISOString(),
  }))
}
