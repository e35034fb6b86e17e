import { observable } from '../../base/observable.ts'

/** The part of the question that the page it is asked from already knows. */
export interface ExplainerSubject {
  userId?: string | undefined
  gptSystemId?: string | undefined
}

/** The access explainer that is open, with what is known; null while it is closed. */
export const explainer = observable<{ subject: ExplainerSubject | null }>({ subject: null })
export const openExplainer = (subject: ExplainerSubject): void => explainer.set({ subject })
export const closeExplainer = (): void => explainer.set({ subject: null })
