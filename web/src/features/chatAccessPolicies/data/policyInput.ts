import type { chatAccessPolicies } from '@parlance/contract/chatAccessPolicies'
import type { Answer, Args } from '@parlance/contract/endpoint'

export type Policy = Answer<typeof chatAccessPolicies.getChatAccessPolicy>
export type PolicyContent = Omit<Policy, 'chatAccessPolicyId' | 'version' | 'createdAt' | 'updatedAt'>
export type PolicyInput = Args<typeof chatAccessPolicies.createChatAccessPolicy>
export type UsageLimit = Policy['limits'][number]

/** Returns a policy's content without the server's metadata. */
export function contentOf(policy: Policy): PolicyContent {
  const { chatAccessPolicyId: _, version: __, createdAt: ___, updatedAt: ____, ...content } = policy
  return content
}

/** Returns the input that keeps a policy unchanged. */
export const inputOfPolicy = ({ subjects, gptSystems, ...rest }: PolicyContent): PolicyInput => ({
  ...rest,
  subjects: subjects.map(({ kind, id }) => (kind === 'EveryoneSignedIn' ? { kind } : { kind, id: id ?? '' })),
  gptSystems: gptSystems === 'All' ? 'All' : gptSystems.map(({ gptSystemId }) => gptSystemId),
})

/** Returns the part of the input that decides who gets answers. */
export const accessOf = (input: PolicyInput) => {
  const { enabled, subjects, gptSystems, brandKey, validFrom, validTo } = input
  return { enabled, subjects, gptSystems, brandKey, validFrom, validTo }
}
