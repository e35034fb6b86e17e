import { useObservable } from '../../base/useObservable.ts'
import { loadLater } from '../../ui/loadLater.tsx'
import { OnceOpened } from '../../ui/OnceOpened.tsx'
import { importDialog } from '../openers/importDialog.ts'

const Imports = loadLater(async () => (await import('./Imports.tsx')).Imports, { over: true })

/**
 * Renders the dialog once it has been opened. An import in progress is followed even while the dialog is
 * closed.
 */
export function ImportHost() {
  const { open } = useObservable(importDialog)
  return (
    <OnceOpened open={open}>
      <Imports />
    </OnceOpened>
  )
}
