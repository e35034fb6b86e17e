import type { uploadedFileSources } from '@parlance/contract/uploadedFileSources'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, ifMatch, request } from '../../../api/request.ts'

export type Source = Answer<typeof uploadedFileSources.getSource>
export type SourceInput = Omit<Args<typeof uploadedFileSources.createSource>, 'endpointsType'>
export type EndpointsInput = NonNullable<SourceInput['endpoints']>
export type Probe = Answer<typeof uploadedFileSources.probeEndpoints>['probes'][number]
export type EndpointsType = Source['endpointsType']

const tagsOf = (dataSourceId: string) => [
  'DataSources' as const,
  { type: 'DataSource' as const, id: dataSourceId },
]

/** File libraries with where their files, vectors, and indexes are. */
export const sourcesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSource: build.query<Source, Args<typeof uploadedFileSources.getSource>>({
      query: request('uploadedFileSources.getSource'),
      providesTags: (_, __, { dataSourceId }) => [{ type: 'DataSource', id: dataSourceId }],
    }),
    createSource: build.mutation<Source, Args<typeof uploadedFileSources.createSource> & { key: string }>({
      query: ({ key, ...input }) => ({
        ...callOf('uploadedFileSources.createSource', input),
        headers: { 'idempotency-key': key },
      }),
      invalidatesTags: ['DataSources'],
    }),
    updateSource: build.mutation<Source, Args<typeof uploadedFileSources.updateSource> & { version: number }>(
      {
        query: ({ version, ...input }) => ({
          ...callOf('uploadedFileSources.updateSource', input),
          headers: ifMatch(version),
        }),
        // Also after an error, because someone else can have changed it.
        invalidatesTags: (_, __, { dataSourceId }) => tagsOf(dataSourceId),
      },
    ),
    probeEndpoints: build.mutation<
      Answer<typeof uploadedFileSources.probeEndpoints>,
      Args<typeof uploadedFileSources.probeEndpoints>
    >({
      query: request('uploadedFileSources.probeEndpoints'),
    }),
  }),
})
