import type { configurationAuditLogs } from '@parlance/contract/configurationAuditLogs'
import { api, tagTypes } from '../../../api/api.ts'
import { type Answer, callOf, request } from '../../../api/request.ts'
import type { AuditFilter } from './auditAddress.ts'

type Contract = typeof configurationAuditLogs
export type Page = Answer<Contract['list']>
export type EntryRow = Page['items'][number]
export type Entry = Answer<Contract['get']>
export type Verification = Answer<Contract['verify']>

export const auditLogApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAuditEntries: build.infiniteQuery<Page, AuditFilter, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (last) => last.continuationToken ?? undefined,
      },
      query: ({ queryArg, pageParam }) =>
        callOf('configurationAuditLogs.list', { ...queryArg, continuationToken: pageParam }),
      providesTags: ['AuditLog'],
    }),
    getAuditEntry: build.query<Entry, { auditEntryId: string }>({
      query: request('configurationAuditLogs.get'),
      providesTags: ['AuditLog'],
    }),
    /** Refetches all data, because any kind of object can be affected. */
    restoreAuditEntry: build.mutation<Entry, { auditEntryId: string; reason: string; version: number }>({
      query: ({ version, ...input }) => ({
        ...callOf('configurationAuditLogs.restore', input),
        headers: { 'if-match': `"${version}"` },
      }),
      invalidatesTags: (_, error) => (error ? ['AuditLog'] : [...tagTypes]),
    }),
    verifyAuditLog: build.mutation<Verification, void>({
      query: request('configurationAuditLogs.verify'),
    }),
  }),
})
