import { observable } from '../../base/observable.ts'

/** The list of shortcuts, opened with `?` or from the menu. */
export const keyList = observable({ open: false })
export const openKeyList = (): void => keyList.set({ open: true })
export const closeKeyList = (): void => keyList.set({ open: false })

export const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')
/** Formats a key with Ctrl or ⌘ for this machine. */
export const withControl = (key: string): string => (isMac ? `⌘ ${key}` : `Ctrl ${key}`)

/** Whether the user is typing. Keys without Ctrl or ⌘ are text then. */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null
