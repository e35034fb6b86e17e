import { observable } from '../../base/observable.ts'

type Panel = 'settings' | 'about' | 'notifications'

interface Panels {
  open: Panel | undefined
  /** The section of the settings that gets the focus. */
  section: 'notifications' | undefined
}

/** The panel at the page's end, opened from the account menu or the bell. */
export const panels = observable<Panels>({ open: undefined, section: undefined })
export const openPanel = (open: Panel, section?: Panels['section']): void => panels.set({ open, section })
export const closePanel = (): void => panels.set({ open: undefined })
