import type { checklist } from '@parlance/contract/checklist'
import { api } from '../../../api/api.ts'
import { type Answer, request } from '../../../api/request.ts'

export type Entry = Answer<typeof checklist.get>['items'][number]
export type Item = Entry['item']
export type State = Entry['state']
export type Facts<I extends Item> = NonNullable<Extract<Entry, { item: I }>['facts']>

export const checklistApi = api.injectEndpoints({
  endpoints: (build) => ({
    getChecklist: build.query<readonly Entry[], void>({
      query: request('checklist.get'),
      transformResponse: (answer: Answer<typeof checklist.get>) => answer.items,
      providesTags: ['Checklist'],
    }),
  }),
})
