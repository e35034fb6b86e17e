import type { Policy } from './policyInput.ts'

export const policiesPath = '/admin/chatAccessPolicy'
export const newPolicyPath = `${policiesPath}/new`
export const editPath = (chatAccessPolicyId: string): string =>
  `${policiesPath}/${encodeURIComponent(chatAccessPolicyId)}/edit`
/** Path of the form for a new policy, filled with a copy of this one. */
export const copyPath = (chatAccessPolicyId: string): string =>
  `${newPolicyPath}?from=${encodeURIComponent(chatAccessPolicyId)}`

/**
 * A change suggested by another page. It is filled in unsaved, so the user reviews the policy before saving.
 */
export interface Suggestion {
  subject?: Policy['subjects'][number]
  gptSystem?: { gptSystemId: string; name: string }
  enabled?: true
}
export const suggesting = (suggestion: Suggestion) => ({ state: { suggestion } })
export const suggestionOf = (state: unknown): Suggestion | undefined =>
  (state as { suggestion?: Suggestion } | null)?.suggestion
