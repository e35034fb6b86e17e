import type { notifications } from '@parlance/contract/notifications'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, pages, request } from '../../../api/request.ts'

type Contract = typeof notifications
type NotificationPage = Answer<Contract['listNotifications']>
export type Notification = NotificationPage['items'][number]
export type Preferences = Answer<Contract['getPreferences']>

/** Reloaded with every new notification, so a page is as long as most people look. */
const atOnce = 20

export const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listNotifications: build.infiniteQuery<NotificationPage, void, string | null>({
      infiniteQueryOptions: pages,
      query: ({ pageParam }) =>
        callOf('notifications.listNotifications', {
          pageSize: atOnce,
          continuationToken: pageParam ?? undefined,
        }),
      providesTags: ['Notifications'],
    }),
    markRead: build.mutation<null, Args<Contract['markRead']>>({
      query: request('notifications.markRead'),
      invalidatesTags: ['Notifications'],
    }),
    getNotificationPreferences: build.query<Preferences, void>({
      query: request('notifications.getPreferences'),
      providesTags: ['NotificationPreferences'],
    }),
    updateNotificationPreferences: build.mutation<Preferences, Args<Contract['updatePreferences']>>({
      query: request('notifications.updatePreferences'),
      // Shown during the request. Otherwise, a second click would send the same value again.
      onQueryStarted: async ({ items, language }, { dispatch, queryFulfilled }) => {
        const update = notificationsApi.util.updateQueryData
        const shown = dispatch(
          update('getNotificationPreferences', undefined, (preferences) => {
            preferences.language = language
            for (const item of items)
              Object.assign(preferences.items.find(({ kind }) => kind === item.kind) ?? {}, item)
          }),
        )
        await queryFulfilled.catch(() => shown.undo())
      },
    }),
  }),
})

/** How many notifications are unread, counted up to a limit. */
export function useUnread(): number {
  const { data } = notificationsApi.useListNotificationsInfiniteQuery()
  return data?.pages[0]?.unread ?? 0
}
