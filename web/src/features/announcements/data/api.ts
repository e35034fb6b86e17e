import type { announcements } from '@parlance/contract/announcements'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, request } from '../../../api/request.ts'
import { received, type ShownList } from './shownList.ts'

type Contract = typeof announcements

interface Shown {
  brandKey: string
  /** Asks again when it changes. */
  mark: string
}

export const announcementsApi = api.enhanceEndpoints({ addTagTypes: ['Announcements'] }).injectEndpoints({
  endpoints: (build) => ({
    listShownAnnouncements: build.query<ShownList, Shown>({
      query: ({ brandKey }) => callOf('announcements.listShown', { brandKey }),
      transformResponse: (answer: Answer<Contract['listShown']>) => received(answer),
      providesTags: ['Announcements'],
    }),
    markAnnouncementRead: build.mutation<Answer<Contract['markRead']>, Args<Contract['markRead']>>({
      query: request('announcements.markRead'),
      // An error can mean that the text was changed meanwhile, so the current one is loaded.
      invalidatesTags: ['Announcements'],
    }),
  }),
})
