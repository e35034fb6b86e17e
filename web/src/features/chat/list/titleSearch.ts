import { observable } from '../../../base/observable.ts'

/** Whether a shortcut has asked for the title search. The list opens it, as soon as there is a list. */
export const titleSearch = observable({ wanted: false })
