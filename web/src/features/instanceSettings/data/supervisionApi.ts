import type { supervisionExports } from '@parlance/contract/supervisionExports'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, ifMatch, request } from '../../../api/request.ts'

type Contract = typeof supervisionExports
export type SupervisionExports = Answer<Contract['listSupervisionExports']>
export type SupervisionExport = SupervisionExports['items'][number]
export type ExportedStream = SupervisionExport['streams'][number]

const supervisionTag = api.enhanceEndpoints({ addTagTypes: ['SupervisionExports'] })

export const supervisionApi = supervisionTag.injectEndpoints({
  endpoints: (build) => ({
    listSupervisionExports: build.query<SupervisionExports, void>({
      query: request('supervisionExports.listSupervisionExports'),
      providesTags: ['SupervisionExports'],
    }),
    createSupervisionExport: build.mutation<SupervisionExport, Args<Contract['createSupervisionExport']>>({
      query: request('supervisionExports.createSupervisionExport'),
      invalidatesTags: ['SupervisionExports'],
    }),
    updateSupervisionExport: build.mutation<
      SupervisionExport,
      Args<Contract['updateSupervisionExport']> & { version: number }
    >({
      query: ({ version, ...input }) => ({
        ...callOf('supervisionExports.updateSupervisionExport', input),
        headers: ifMatch(version),
      }),
      // An error can mean an outdated version, so the current one is loaded.
      invalidatesTags: ['SupervisionExports'],
    }),
    removeSupervisionExport: build.mutation<null, Args<Contract['removeSupervisionExport']>>({
      query: request('supervisionExports.removeSupervisionExport'),
      invalidatesTags: ['SupervisionExports'],
    }),
    sendAgain: build.mutation<SupervisionExport, Args<Contract['sendAgain']>>({
      query: request('supervisionExports.sendAgain'),
      invalidatesTags: ['SupervisionExports'],
    }),
    tryAgain: build.mutation<SupervisionExport, Args<Contract['tryAgain']>>({
      query: request('supervisionExports.tryAgain'),
      invalidatesTags: ['SupervisionExports'],
    }),
  }),
})
