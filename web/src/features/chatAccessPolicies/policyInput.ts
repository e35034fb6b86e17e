import type { chatAccessPolicies } from '@parlance/contract/chatAccessPolicies'
import type { Answer, Args } from '@parlance/contract/endpoint'

export type Policy = Answer<typeof chatAccessPolicies.getChatAccessPolicy>
export type PolicyContent = Omit<Policy, 'chatAccessPolicyId' | 'version' | 'createdAt' | 'updatedAt'>
export type PolicyInput = Args<typeof chatAccessPolicies.createChatAccessPolicy>
export type UsageLimit = Policy['limits'][number]

/** What is sent of a policy to leave it as it is. */
export const inputOfPolicy = (policy: PolicyContent): PolicyInput => ({
  name: policy.name,
  description: policy.description,
  enabled: policy.enabled,
  subjects: policy.subjects.map(({ kind, id }) =>
    kind === 'EveryoneSignedIn' ? { kind } : { kind, id: id ?? '' },
  ),
  gptSystems: policy.gptSystems === 'All' ? 'All' : policy.gptSystems.map(({ gptSystemId }) => gptSystemId),
  brandKey: policy.brandKey,
  limits: policy.limits,
  validFrom: policy.validFrom,
  validTo: policy.validTo,
})
