import type { agents } from '@parlance/contract/agents'
import type { currentUser } from '@parlance/contract/currentUser'
import { api } from '../../api/api.ts'
import { type Answer, type Args, request } from '../../api/request.ts'

export const agentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Those that one manages, or names in policies. */
    searchGptSystems: build.query<Answer<typeof agents.listGptSystems>, Args<typeof agents.listGptSystems>>({
      query: request('agents.listGptSystems'),
    }),
    /** Those that one may chat with. */
    searchOwnGptSystems: build.query<
      Answer<typeof currentUser.listGptSystems>,
      Args<typeof currentUser.listGptSystems>
    >({
      query: request('currentUser.listGptSystems'),
    }),
  }),
})
