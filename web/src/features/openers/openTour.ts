import { observable } from '../../base/observable.ts'

/** Whether the quick-start tour is requested. It runs on the chat screen and is loaded then. */
export const tourWanted = observable({ wanted: false })
export const openTour = (): void => tourWanted.set({ wanted: true })
export const leaveTour = (): void => tourWanted.set({ wanted: false })
