import { observable } from '../../base/observable.ts'

/**
 * State of the dialog for importing conversations. `followed` is the import followed to its end, even while the
 * dialog is closed.
 */
export const importDialog = observable<{ open: boolean; followed: string | null }>({
  open: false,
  followed: null,
})
export const openImports = (): void => importDialog.set({ open: true })
export const closeImports = (): void => importDialog.set({ open: false })
