import type { instance } from '@parlance/contract/instance'
import { api } from '../../../api/api.ts'
import { type Answer, request } from '../../../api/request.ts'

export type FeatureFlags = Answer<typeof instance.listFeatureFlags>['items']
export type FlagName =
  | 'ShowFooter'
  | 'ShowInstanceSettingsPage'
  | 'AllowUserCreatedGptSystems'
  | 'AllowConversationSnapshots'
export type DataPolicy = Answer<typeof instance.getDataPolicy>
export type About = Answer<typeof instance.getAbout>

export const instanceApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFeatureFlags: build.query<FeatureFlags, void>({
      query: request('instance.listFeatureFlags'),
      providesTags: ['FeatureFlags'],
      transformResponse: (answer: Answer<typeof instance.listFeatureFlags>) => answer.items,
    }),
    getDataPolicy: build.query<DataPolicy, void>({
      query: request('instance.getDataPolicy'),
      providesTags: ['DataPolicy'],
    }),
    getAbout: build.query<About, void>({ query: request('instance.getAbout') }),
  }),
})

/** The enabled feature flags. Empty until they are loaded. */
export function useFlags(): ReadonlySet<string> {
  const { data } = instanceApi.useListFeatureFlagsQuery()
  return flagsOn(data)
}

export const flagsOn = (flags: FeatureFlags = []): ReadonlySet<string> =>
  new Set(flags.filter(({ enabled }) => enabled).map(({ name }) => name))
