import type { announcements } from '@parlance/contract/announcements'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, ifMatch, pages, request } from '../../../api/request.ts'

type Contract = typeof announcements
type AnnouncementPage = Answer<Contract['listAnnouncements']>
export type Announcement = AnnouncementPage['items'][number]
export type AnnouncementInput = Args<Contract['createAnnouncement']>
type ReaderPage = Answer<Contract['listReaders']>
export type AnnouncementReader = ReaderPage['items'][number]

interface One {
  announcementId: string
}
export interface ReaderFilter extends One {
  search: string
  state: AnnouncementReader['state']
}

/** Each one that is current also counts people. */
const atOnce = 20

const list = { type: 'AnnouncementSettings', id: 'list' } as const
/** What is loaded for a single one, which isn’t loaded again when it is deleted. */
const of = ({ announcementId: id }: One) => ({ type: 'AnnouncementSettings', id }) as const

export const announcementSettingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAnnouncements: build.infiniteQuery<AnnouncementPage, void, string | null>({
      infiniteQueryOptions: pages,
      query: ({ pageParam }) =>
        callOf('announcements.listAnnouncements', {
          pageSize: atOnce,
          continuationToken: pageParam ?? undefined,
        }),
      providesTags: [list],
    }),
    createAnnouncement: build.mutation<Announcement, AnnouncementInput & { key: string }>({
      query: ({ key, ...input }) => ({
        ...callOf('announcements.createAnnouncement', input),
        headers: { 'idempotency-key': key },
      }),
      invalidatesTags: [list],
    }),
    updateAnnouncement: build.mutation<
      Announcement,
      Args<Contract['updateAnnouncement']> & { version: number }
    >({
      query: ({ version, ...input }) => ({
        ...callOf('announcements.updateAnnouncement', input),
        headers: ifMatch(version),
      }),
      // An error can mean an outdated version, so the current one is loaded.
      invalidatesTags: (_, __, one) => [list, of(one)],
    }),
    removeAnnouncement: build.mutation<null, One>({
      query: request('announcements.removeAnnouncement'),
      invalidatesTags: [list],
    }),
    getAnnouncementReach: build.query<Answer<Contract['getReach']>, One>({
      query: request('announcements.getReach'),
      providesTags: (_, __, one) => [of(one)],
    }),
    listAnnouncementReaders: build.infiniteQuery<ReaderPage, ReaderFilter, string | null>({
      infiniteQueryOptions: pages,
      query: ({ queryArg: { search, ...rest }, pageParam }) =>
        callOf('announcements.listReaders', {
          ...rest,
          search: search || undefined,
          continuationToken: pageParam ?? undefined,
        }),
      providesTags: (_, __, one) => [of(one)],
    }),
  }),
})
