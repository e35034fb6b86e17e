import type { currentUser } from '@parlance/contract/currentUser'
import { api } from '../../../api/api.ts'
import { type Answer, request } from '../../../api/request.ts'

export type CurrentUser = Answer<typeof currentUser.get>
export type Roles = Answer<typeof currentUser.listRoles>

export const currentUserApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCurrentUser: build.query<CurrentUser, void>({
      query: request('currentUser.get'),
      providesTags: ['Me'],
    }),
    listMyRoles: build.query<Roles, void>({
      query: request('currentUser.listRoles'),
      providesTags: ['Me'],
    }),
  }),
})
