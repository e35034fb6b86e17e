import { helperInstructions } from '../features/conversations/models/helperPrompts.ts'

export type HelperPurpose = keyof typeof helperInstructions

/**
 * Returns the purpose of a model call that is not for an answer, derived from its instructions in any wire
 * format.
 */
export function helperPurposeOf(request: unknown): HelperPurpose | null {
  const sent = JSON.stringify(request)
  const purposes = Object.keys(helperInstructions) as HelperPurpose[]
  return (
    purposes.find((purpose) => sent.includes(JSON.stringify(helperInstructions[purpose]).slice(1, -1))) ??
    null
  )
}
