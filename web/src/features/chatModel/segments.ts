import type { conversations } from '@parlance/contract/conversations'
import type { Answer } from '../../api/request.ts'

export type Segments = Answer<typeof conversations.listSegments>
export type Segment = Segments['items'][number]
export type Citation = Segment['citations'][number]
export type SegmentError = Segment['errors'][number]
