import { helperInstructions } from '../features/conversations/models/helperPrompts.ts'

export type HelperPurpose = keyof typeof helperInstructions

/** What a call of a model is for, where it is not for an answer: told by its instructions, on whichever wire. */
export function helperPurposeOf(request: unknown): HelperPurpose | null {
  const sent = JSON.stringify(request)
  const purposes = Object.keys(helperInstructions) as HelperPurpose[]
  return (
    purposes.find((purpose) => sent.includes(JSON.stringify(helperInstructions[purpose]).slice(1, -1))) ??
    null
  )
}
