import type { instanceSettings } from '@parlance/contract/instanceSettings'
import type { vectorIndex } from '@parlance/contract/vectorIndex'
import { type ApiDispatch, api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, request } from '../../../api/request.ts'
import { reloadSettings } from '../../../session/settings.ts'
import { instanceApi } from '../../instance/data/api.ts'

type Contract = typeof instanceSettings
export type AllSettings = Answer<Contract['getAll']>
export type EngineKey = AllSettings['languageModelProviderApiKeys'][number]
export type SearchKey = NonNullable<AllSettings['searchApiKey']>
export type KeyTest = NonNullable<EngineKey['lastTest']>
export type KeyedEngine = EngineKey['languageEngine']
export type SearchProvider = SearchKey['provider']
export type Deployment = Answer<Contract['listDeployments']>['items'][number]
export type Purpose = Deployment['purposes'][number]
export type InstanceTool = Answer<Contract['getTools']>['items'][number]
export type VectorIndex = Answer<(typeof vectorIndex)['getStatus']>
export type Flag = AllSettings['featureFlags'][number]

/** The flag that shows this page. If it is off, the server returns no settings. */
export const pageFlag = 'ShowInstanceSettingsPage'

/** Formats the version being replaced, as the server requires it. */
const ifMatch = (version: number) => ({ 'if-match': `"${version}"` })
type Versioned<T> = T & { version: number }

export const instanceSettingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getInstanceSettings: build.query<AllSettings, void>({
      query: request('instanceSettings.getAll'),
      providesTags: ['InstanceSettings'],
    }),
    updateInstanceSettings: build.mutation<AllSettings, Versioned<Args<Contract['update']>>>({
      query: ({ version, ...input }) => ({
        ...callOf('instanceSettings.update', input),
        headers: ifMatch(version),
      }),
      // The product's name is part of a page's brand.
      invalidatesTags: (_, error) => (error ? [] : ['InstanceSettings', 'BrandTheme']),
      onQueryStarted: async (_, { queryFulfilled }) => {
        await queryFulfilled.then(reloadSettings, () => undefined)
      },
    }),
    setEngineKey: build.mutation<unknown, Args<Contract['setLanguageModelProviderApiKey']>>({
      query: request('instanceSettings.setLanguageModelProviderApiKey'),
      invalidatesTags: ['InstanceSettings', 'Deployments'],
    }),
    removeEngineKey: build.mutation<null, Args<Contract['removeLanguageModelProviderApiKey']>>({
      query: request('instanceSettings.removeLanguageModelProviderApiKey'),
      invalidatesTags: ['InstanceSettings', 'Deployments'],
    }),
    testEngineKey: build.mutation<
      Answer<Contract['testLanguageModelProviderApiKey']>,
      Args<Contract['testLanguageModelProviderApiKey']>
    >({
      query: request('instanceSettings.testLanguageModelProviderApiKey'),
      invalidatesTags: ['InstanceSettings', 'Deployments'],
    }),
    setSearchKey: build.mutation<unknown, Args<Contract['setSearchApiKey']>>({
      query: request('instanceSettings.setSearchApiKey'),
      invalidatesTags: ['InstanceSettings'],
    }),
    removeSearchKey: build.mutation<null, void>({
      query: () => callOf('instanceSettings.removeSearchApiKey', {}),
      invalidatesTags: ['InstanceSettings'],
    }),
    testSearchKey: build.mutation<Answer<Contract['testSearchApiKey']>, void>({
      query: () => callOf('instanceSettings.testSearchApiKey', {}),
      invalidatesTags: ['InstanceSettings'],
    }),
    listDeployments: build.query<Deployment[], void>({
      query: request('instanceSettings.listDeployments'),
      transformResponse: ({ items }: Answer<Contract['listDeployments']>) => items,
      providesTags: ['Deployments'],
    }),
    updateDeployment: build.mutation<Deployment, Versioned<Args<Contract['updateDeployment']>>>({
      query: ({ version, ...input }) => ({
        ...callOf('instanceSettings.updateDeployment', input),
        headers: ifMatch(version),
      }),
      // An error can mean an outdated version, so the current one is loaded.
      invalidatesTags: ['Deployments'],
    }),
    getVectorIndex: build.query<VectorIndex, void>({
      query: request('vectorIndex.getStatus'),
      // It changes when another deployment is set.
      providesTags: ['InstanceSettings'],
    }),
    getTools: build.query<InstanceTool[], void>({
      query: request('instanceSettings.getTools'),
      transformResponse: ({ items }: Answer<Contract['getTools']>) => items,
      providesTags: ['Tools'],
    }),
    updateTool: build.mutation<InstanceTool, Versioned<Args<Contract['updateTool']>>>({
      query: ({ version, ...input }) => ({
        ...callOf('instanceSettings.updateTool', input),
        headers: ifMatch(version),
      }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => answeredAtOnce(dispatch, queryFulfilled),
      invalidatesTags: ['Tools'],
    }),
    updateFeatureFlag: build.mutation<unknown, Args<Contract['updateFeatureFlag']>>({
      query: request('instanceSettings.updateFeatureFlag'),
      onQueryStarted: (flag, { dispatch, queryFulfilled }) => shownAtOnce(dispatch, flag, queryFulfilled),
      // A page that has hidden itself requests no more data.
      invalidatesTags: (_, error, { name, enabled }) =>
        error ? [] : name === pageFlag && !enabled ? ['FeatureFlags'] : ['FeatureFlags', 'InstanceSettings'],
    }),
  }),
})

/** Shows a switch's new state during the request. Otherwise a second click would send the same value again. */
async function shownAtOnce(
  dispatch: ApiDispatch,
  { name, enabled }: Args<Contract['updateFeatureFlag']>,
  fulfilled: Promise<unknown>,
): Promise<void> {
  const shown = dispatch(
    instanceSettingsApi.util.updateQueryData('getInstanceSettings', undefined, ({ featureFlags }) => {
      const flag = featureFlags.find((known) => known.name === name)
      if (flag) Object.assign(flag, { enabled, source: 'Screen' })
    }),
  )
  const isSet = await fulfilled.then(
    () => true,
    () => false,
  )
  if (!isSet) return shown.undo()
  // Updates the flags immediately, because the next page depends on them.
  dispatch(
    instanceApi.util.updateQueryData('listFeatureFlags', undefined, (flags) => {
      const flag = flags.find((known) => known.name === name)
      if (flag) flag.enabled = enabled
    }),
  )
}

/** Caches the returned tool, so the next change uses its version even before the list is reloaded. */
async function answeredAtOnce(
  dispatch: ApiDispatch,
  fulfilled: Promise<{ data: InstanceTool }>,
): Promise<void> {
  const answered = await fulfilled.catch(() => undefined)
  if (!answered) return
  dispatch(
    instanceSettingsApi.util.updateQueryData('getTools', undefined, (tools) =>
      tools.map((known) => (known.tool === answered.data.tool ? answered.data : known)),
    ),
  )
}
