import type { agents } from '@parlance/contract/agents'
import type { escalations } from '@parlance/contract/escalations'
import type { publicChat } from '@parlance/contract/publicChat'
import { type ApiDispatch, api } from '../../../../api/api.ts'
import { type Answer, type Args, callOf, ifMatch, request } from '../../../../api/request.ts'

export type PublicPageState = Answer<typeof agents.getPublicEndpoint>
export type PublicPageSettings = NonNullable<PublicPageState['publicEndpoint']>
export type EscalationDelivery = Answer<typeof escalations.listDeliveries>['items'][number]
export type Obstacle = PublicPageState['obstacles'][number]

type OfAgent = { gptSystemId: string }
const one = ({ gptSystemId }: OfAgent) => ({ type: 'ManagedAgent' as const, id: gptSystemId })
/** The page is a subject of the agent's own policy. */
const policies = ['ChatAccessPolicies', 'ChatAccessPolicy', 'AccessExplanations'] as const

export const publicPageApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPublicPage: build.query<PublicPageState, OfAgent>({
      query: request('agents.getPublicEndpoint'),
      providesTags: (_, __, agent) => [one(agent)],
    }),
    setPublicPage: build.mutation<
      PublicPageState,
      Args<typeof agents.setPublicEndpoint> & { version: number }
    >({
      query: ({ version, ...input }) => ({
        ...callOf('agents.setPublicEndpoint', input),
        headers: ifMatch(version),
      }),
      onQueryStarted: ({ gptSystemId }, { dispatch, queryFulfilled }) =>
        keep(gptSystemId, dispatch, queryFulfilled),
      invalidatesTags: (_, error) => (error ? [] : policies),
    }),
    turnPublicPage: build.mutation<PublicPageState, Args<typeof agents.setPublicEndpointEnabled>>({
      query: request('agents.setPublicEndpointEnabled'),
      onQueryStarted: ({ gptSystemId }, { dispatch, queryFulfilled }) =>
        keep(gptSystemId, dispatch, queryFulfilled),
      // A rejection can mean that something prevents it that isn't shown yet.
      invalidatesTags: (_, error, agent) => (error ? [one(agent)] : policies),
    }),
    removePublicPage: build.mutation<null, OfAgent>({
      query: request('agents.removePublicEndpoint'),
      invalidatesTags: (_, __, agent) => [one(agent), ...policies],
    }),
    getPublicPageAvailability: build.query<
      Answer<typeof agents.getPublicEndpointAvailability>,
      Args<typeof agents.getPublicEndpointAvailability>
    >({ query: request('agents.getPublicEndpointAvailability') }),
    listEscalations: build.query<Answer<typeof escalations.listDeliveries>, OfAgent>({
      query: request('escalations.listDeliveries'),
    }),
    startTestSession: build.mutation<
      Answer<typeof publicChat.startSession>,
      Args<typeof publicChat.startSession>
    >({ query: request('publicChat.startSession') }),
  }),
})

/** Shows the response right away, because the next save needs its version. */
async function keep(gptSystemId: string, dispatch: ApiDispatch, saved: Promise<{ data: PublicPageState }>) {
  const { data } = await saved.catch(() => ({ data: null }))
  if (data) await dispatch(publicPageApi.util.upsertQueryData('getPublicPage', { gptSystemId }, data))
}
