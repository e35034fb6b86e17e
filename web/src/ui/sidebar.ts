import { observable } from '../base/observable.ts'

/** The sidebar's drawer on screens below 1200. Any header can open it. */
export const sidebar = observable({
  drawerOpen: false,
  /** Whether the drawer holds unread notifications, which its button marks. */
  hasNews: false,
})
export const openSidebar = (): void => sidebar.set({ drawerOpen: true })
export const closeSidebar = (): void => sidebar.set({ drawerOpen: false })
