import { observable } from '../../base/observable.ts'

type Panel = 'settings' | 'about' | 'notifications'

/** The panel at the page's end, opened from the account menu or the bell. */
export const panels = observable<{ open: Panel | undefined }>({ open: undefined })
export const openPanel = (open: Panel): void => panels.set({ open })
export const closePanel = (): void => panels.set({ open: undefined })
