import type { currentUser } from '@parlance/contract/currentUser'
import type { users } from '@parlance/contract/users'
import { api } from '../../api/api.ts'
import { type Answer, type Args, request } from '../../api/request.ts'

export const peopleApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Everybody, for those who may list people. */
    searchUsers: build.query<Answer<typeof users.listUsers>, Args<typeof users.listUsers>>({
      query: request('users.listUsers'),
    }),
    /** People with whom one shares a group. */
    searchPeople: build.query<Answer<typeof currentUser.findPeople>, Args<typeof currentUser.findPeople>>({
      query: request('currentUser.findPeople'),
    }),
    getPerson: build.query<Answer<typeof users.getUser>, Args<typeof users.getUser>>({
      query: request('users.getUser'),
    }),
  }),
})
