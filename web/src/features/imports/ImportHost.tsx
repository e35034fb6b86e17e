import { useObservable } from '../../base/useObservable.ts'
import { loadLater } from '../../ui/loadLater.tsx'
import { OnceOpened } from '../../ui/OnceOpened.tsx'
import { importDialog } from '../openers/importDialog.ts'

const Imports = loadLater(async () => (await import('./Imports.tsx')).Imports, { over: true })

/** Where the dialog stands once it was opened; what it has begun is followed when it is closed. */
export function ImportHost() {
  const { open } = useObservable(importDialog)
  return (
    <OnceOpened open={open}>
      <Imports />
    </OnceOpened>
  )
}
