import { Suspense } from 'react'
import { loadLater } from '../../ui/loadLater.tsx'
import type { Guidelines } from './useGuidelines.ts'

const GuidelinesDialog = loadLater(async () => (await import('./GuidelinesDialog.tsx')).GuidelinesDialog, {
  over: true,
})
const DeclinedNote = loadLater(async () => (await import('./DeclinedNote.tsx')).DeclinedNote)

/** The guidelines of a chat while they are open. */
export function GuidelinesHost({ guidelines: { dialog, accepted, close } }: { guidelines: Guidelines }) {
  if (!dialog) return null
  return (
    <Suspense>
      <GuidelinesDialog
        key={JSON.stringify(dialog.of)}
        of={dialog.of}
        asks={dialog.asks}
        accepted={accepted}
        close={close}
      />
    </Suspense>
  )
}

/** In place of the composer, for someone who has declined. */
export function GuidelinesDeclined({ guidelines }: { guidelines: Guidelines }) {
  return (
    <Suspense>
      <DeclinedNote open={guidelines.open} />
    </Suspense>
  )
}
