import type { memories } from '@parlance/contract/memories'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, ifMatch, request } from '../../../api/request.ts'

type Contract = typeof memories
export type Memory = Answer<Contract['getMemory']>
export type MemorySettings = Answer<Contract['getMemorySettings']>

interface NamedMemory {
  /** Whether the instance allows memory. Otherwise none is shown. */
  allowed: boolean
  memory: Memory | null
}

/** More than the limit, so that one page has all. */
const pageSize = 200

/** A deleted memory isn't cached beyond what shows it. */
const notKept = { keepUnusedDataFor: 0 }

export const memoriesApi = api
  .enhanceEndpoints({ addTagTypes: ['Memories', 'MemorySettings'] })
  .injectEndpoints({
    endpoints: (build) => ({
      getMemorySettings: build.query<MemorySettings, void>({
        query: request('memories.getMemorySettings'),
        providesTags: ['MemorySettings'],
      }),
      updateMemorySettings: build.mutation<MemorySettings, Args<Contract['updateMemorySettings']>>({
        query: request('memories.updateMemorySettings'),
        // Shown during the request. Otherwise, a second click would send the same value again.
        onQueryStarted: async ({ enabled }, { dispatch, queryFulfilled }) => {
          const update = memoriesApi.util.updateQueryData
          const shown = dispatch(
            update('getMemorySettings', undefined, (settings) => {
              settings.enabled = enabled
            }),
          )
          await queryFulfilled.catch(() => shown.undo())
        },
      }),
      listMemories: build.query<Memory[], void>({
        query: () => callOf('memories.listMemories', { pageSize }),
        transformResponse: ({ items }: Answer<Contract['listMemories']>) => items,
        providesTags: ['Memories'],
        ...notKept,
      }),
      /** A memory that an answer names: null once it is deleted. */
      getNamedMemory: build.query<NamedMemory, { memoryId: string }>({
        query: request('memories.listMemories'),
        transformResponse: ({ items, allowed }: Answer<Contract['listMemories']>) => ({
          allowed,
          memory: items[0] ?? null,
        }),
        providesTags: ['Memories'],
        ...notKept,
      }),
      createMemory: build.mutation<{ memoryId: string }, Args<Contract['createMemory']> & { key: string }>({
        query: ({ key, ...input }) => ({
          ...callOf('memories.createMemory', input),
          headers: { 'idempotency-key': key },
        }),
        invalidatesTags: (_, error) => (error ? [] : ['Memories', 'MemorySettings']),
      }),
      updateMemory: build.mutation<Memory, Args<Contract['updateMemory']> & { version: number }>({
        query: ({ version, ...input }) => ({
          ...callOf('memories.updateMemory', input),
          headers: ifMatch(version),
        }),
        invalidatesTags: (_, error) => (error ? [] : ['Memories']),
      }),
      removeMemory: build.mutation<null, Args<Contract['removeMemory']>>({
        query: request('memories.removeMemory'),
        // An error can mean that the memory is already deleted.
        invalidatesTags: ['Memories', 'MemorySettings'],
      }),
      clearMemories: build.mutation<null, void>({
        query: request('memories.clearMemories'),
        invalidatesTags: ['Memories', 'MemorySettings'],
      }),
    }),
  })
