import { observable } from '../../base/observable.ts'

/** The dialog that brings conversations from elsewhere, and the import that is followed to its end, also while it is closed. */
export const importDialog = observable<{ open: boolean; followed: string | null }>({
  open: false,
  followed: null,
})
export const openImports = (): void => importDialog.set({ open: true })
export const closeImports = (): void => importDialog.set({ open: false })
