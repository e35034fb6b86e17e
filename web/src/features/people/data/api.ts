import type { users } from '@parlance/contract/users'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, request } from '../../../api/request.ts'

export const peopleApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchUsers: build.query<Answer<typeof users.listUsers>, Args<typeof users.listUsers>>({
      query: request('users.listUsers'),
    }),
  }),
})
