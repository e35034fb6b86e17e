import { Suspense } from 'react'
import { loadLater } from '../../../ui/loadLater.tsx'
import type { ShownSegment } from '../../chatModel/branch.ts'

const RememberedNote = loadLater(
  async () => (await import('../../memories/RememberedNote.tsx')).RememberedNote,
)

/** What an answer has remembered, also while it is still being written. */
export const Remembered = ({ segment: { steps } }: { segment: ShownSegment }) =>
  steps.map(
    ({ id, state, memoryId }) =>
      state === 'Done' &&
      memoryId && (
        <Suspense key={id}>
          <RememberedNote memoryId={memoryId} />
        </Suspense>
      ),
  )
