import type { chatAccessPolicies } from '@parlance/contract/chatAccessPolicies'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, ifMatch, pages, request } from '../../../api/request.ts'
import { contentOf, inputOfPolicy, type Policy, type PolicyInput } from './policyInput.ts'

export type PolicyRow = Answer<typeof chatAccessPolicies.listChatAccessPolicies>['items'][number]
type PolicyPage = Answer<typeof chatAccessPolicies.listChatAccessPolicies>

export interface PolicyList {
  search: string
  sort: string
  gptSystemId: string | undefined
}

const one = (chatAccessPolicyId: string) => ({ type: 'ChatAccessPolicy' as const, id: chatAccessPolicyId })
/** A policy change can also change which agents the user can chat with. */
const concerned = ['ChatAccessPolicies', 'AccessExplanations', 'Agents'] as const

export const policiesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listChatAccessPolicies: build.infiniteQuery<PolicyPage, PolicyList, string | null>({
      infiniteQueryOptions: pages,
      query: ({ queryArg: { search, ...rest }, pageParam }) =>
        callOf('chatAccessPolicies.listChatAccessPolicies', {
          ...rest,
          search: search || undefined,
          continuationToken: pageParam,
        }),
      providesTags: ['ChatAccessPolicies'],
    }),
    getChatAccessPolicy: build.query<Policy, Args<typeof chatAccessPolicies.getChatAccessPolicy>>({
      query: request('chatAccessPolicies.getChatAccessPolicy'),
      providesTags: (_, __, { chatAccessPolicyId }) => [one(chatAccessPolicyId)],
    }),
    createChatAccessPolicy: build.mutation<Policy, PolicyInput & { key: string }>({
      query: ({ key, ...input }) => ({
        ...callOf('chatAccessPolicies.createChatAccessPolicy', input),
        headers: { 'idempotency-key': key },
      }),
      invalidatesTags: (_, error) => (error ? [] : concerned),
    }),
    updateChatAccessPolicy: build.mutation<
      Policy,
      Args<typeof chatAccessPolicies.updateChatAccessPolicy> & { version: number }
    >({
      query: ({ version, ...input }) => ({
        ...callOf('chatAccessPolicies.updateChatAccessPolicy', input),
        headers: ifMatch(version),
      }),
      invalidatesTags: (_, error, { chatAccessPolicyId }) =>
        error ? [] : [...concerned, one(chatAccessPolicyId)],
    }),
    /** Turns a policy on or off, and keeps the rest of it as currently stored. */
    setPolicyEnabled: build.mutation<Policy, { chatAccessPolicyId: string; enabled: boolean }>({
      queryFn: async ({ chatAccessPolicyId, enabled }, _, __, send) => {
        const found = await send(callOf('chatAccessPolicies.getChatAccessPolicy', { chatAccessPolicyId }))
        if (found.error) return { error: found.error }
        const policy = found.data as Policy
        const changed = await send({
          ...callOf('chatAccessPolicies.updateChatAccessPolicy', {
            ...inputOfPolicy(contentOf(policy)),
            chatAccessPolicyId,
            enabled,
          }),
          headers: ifMatch(policy.version),
        })
        return changed.error ? { error: changed.error } : { data: changed.data as Policy }
      },
      invalidatesTags: (_, __, { chatAccessPolicyId }) => [...concerned, one(chatAccessPolicyId)],
    }),
    removeChatAccessPolicy: build.mutation<null, Args<typeof chatAccessPolicies.removeChatAccessPolicy>>({
      query: request('chatAccessPolicies.removeChatAccessPolicy'),
      invalidatesTags: (_, error) => (error ? [] : concerned),
    }),
  }),
})
