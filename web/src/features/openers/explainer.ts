import { observable } from '../../base/observable.ts'

/** The part of the question that the originating page already knows. */
export interface ExplainerSubject {
  userId?: string | undefined
  /** The name of the person with this ID. */
  personName?: string | undefined
  gptSystemId?: string | undefined
}

/** The subject of the open access explainer, or null while it is closed. */
export const explainer = observable<{ subject: ExplainerSubject | null }>({ subject: null })
export const openExplainer = (subject: ExplainerSubject): void => explainer.set({ subject })
export const closeExplainer = (): void => explainer.set({ subject: null })
