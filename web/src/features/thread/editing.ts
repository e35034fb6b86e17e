import { observable } from '../../base/observable.ts'

/** The question being edited. Only one can be edited at a time. */
export const edited = observable<{ segmentId: string | null }>({ segmentId: null })
export const editQuestion = (segmentId: string): void => edited.set({ segmentId })
export const endEditing = (): void => edited.set({ segmentId: null })
