import { randomInt } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { ImportedSegment } from './segments.ts'

/** A segment as it is stored. */
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

/** Ids grow with time, in which lists and searches are ordered: those of what was asked long ago are of that time. */
export const idAt = (ms: number): string => uuid({ msecs: ms })

/** The segments with their ids, which grow from parent to child and in the order in which they were asked. */
export function storedSegments(segments: readonly ImportedSegment[]): StoredSegment[] {
  // Random, since another conversation may have been asked in at the same time.
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
