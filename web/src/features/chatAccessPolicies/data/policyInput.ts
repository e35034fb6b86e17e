import type { chatAccessPolicies } from '@parlance/contract/chatAccessPolicies'
import type { Answer, Args } from '@parlance/contract/endpoint'

export type Policy = Answer<typeof chatAccessPolicies.getChatAccessPolicy>
export type PolicyContent = Omit<Policy, 'chatAccessPolicyId' | 'version' | 'createdAt' | 'updatedAt'>
export type PolicyInput = Args<typeof chatAccessPolicies.createChatAccessPolicy>
export type UsageLimit = Policy['limits'][number]

/** What a policy says, without what the server notes of it. */
export function contentOf(policy: Policy): PolicyContent {
  const { chatAccessPolicyId: _, version: __, createdAt: ___, updatedAt: ____, ...content } = policy
  return content
}

/** What is sent of a policy to leave it as it is. */
export const inputOfPolicy = ({ subjects, gptSystems, ...rest }: PolicyContent): PolicyInput => ({
  ...rest,
  subjects: subjects.map(({ kind, id }) => (kind === 'EveryoneSignedIn' ? { kind } : { kind, id: id ?? '' })),
  gptSystems: gptSystems === 'All' ? 'All' : gptSystems.map(({ gptSystemId }) => gptSystemId),
})

/** Of that what decides who gets answers. */
export const accessOf = (input: PolicyInput) => {
  const { enabled, subjects, gptSystems, brandKey, validFrom, validTo } = input
  return { enabled, subjects, gptSystems, brandKey, validFrom, validTo }
}
