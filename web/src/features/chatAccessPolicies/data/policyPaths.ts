import type { Policy } from './policyInput.ts'

export const policiesPath = '/admin/chatAccessPolicy'
export const newPolicyPath = `${policiesPath}/new`
export const editPath = (chatAccessPolicyId: string): string =>
  `${policiesPath}/${encodeURIComponent(chatAccessPolicyId)}/edit`
/** A new policy that begins as a copy of this one. */
export const copyPath = (chatAccessPolicyId: string): string =>
  `${newPolicyPath}?from=${encodeURIComponent(chatAccessPolicyId)}`

/** What another page suggests to change. It goes into the form unsaved, so that the policy is read before it is saved. */
export interface Suggestion {
  subject?: Policy['subjects'][number]
  gptSystem?: { gptSystemId: string; name: string }
  enabled?: true
}
export const suggesting = (suggestion: Suggestion) => ({ state: { suggestion } })
export const suggestionOf = (state: unknown): Suggestion | undefined =>
  (state as { suggestion?: Suggestion } | null)?.suggestion
