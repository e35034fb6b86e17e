import type { agents } from '@parlance/contract/agents'
import type { dataSources } from '@parlance/contract/dataSources'
import type { userActions, userRoles } from '@parlance/contract/userRoles'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, request } from '../../../api/request.ts'

export type UserRole = Answer<typeof userRoles.getUserRole>
export type EntityConfiguration = Answer<typeof userRoles.getEntityConfiguration>
export type NamedEntityRight = EntityConfiguration['items'][number]
export type EntityRight = Args<typeof userRoles.updateEntityConfiguration>['items'][number]
export type EntityType = EntityRight['entityType']
export type UserAction = Answer<typeof userActions.listUserActions>['items'][number]
type RolePage = Answer<typeof userRoles.listUserRoles>
type HolderPage = Answer<typeof userRoles.listRoleUsers>
export type RoleGroup = Answer<typeof userRoles.listRoleGroups>['items'][number]

export interface RoleList {
  search: string
  sort: string
}
/** An agent or a file library to choose. */
interface Entity {
  entityId: string
  name: string
}
interface EntityPage {
  items: Entity[]
  continuationToken: string | null
}

const pages = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: { continuationToken: string | null }) => last.continuationToken ?? undefined,
}
const ifMatch = (version: number) => ({ 'if-match': `"${version}"` })
const one = (userRoleId: string) => ({ type: 'UserRole' as const, id: userRoleId })
const holders = (userRoleId: string) => ({ type: 'RoleHolders' as const, id: userRoleId })

export const userRolesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listUserRoles: build.infiniteQuery<RolePage, RoleList, string | null>({
      infiniteQueryOptions: pages,
      query: ({ queryArg: { search, sort }, pageParam }) =>
        callOf('userRoles.listUserRoles', {
          search: search || undefined,
          sort,
          continuationToken: pageParam,
        }),
      providesTags: ['UserRoles'],
    }),
    /** All roles at once, for choosing one. */
    listAllUserRoles: build.query<RolePage, void>({
      query: () => callOf('userRoles.listUserRoles', { pageSize: 200 }),
      providesTags: ['UserRoles'],
    }),
    listUserActions: build.query<UserAction[], void>({
      query: request('userActions.listUserActions'),
      transformResponse: (answer: Answer<typeof userActions.listUserActions>) => answer.items,
      // The user's own permissions depend on their roles.
      providesTags: ['Me'],
    }),
    getUserRole: build.query<UserRole, Args<typeof userRoles.getUserRole>>({
      query: request('userRoles.getUserRole'),
      providesTags: (_, __, { userRoleId }) => [one(userRoleId)],
    }),
    getEntityConfiguration: build.query<EntityConfiguration, Args<typeof userRoles.getEntityConfiguration>>({
      query: request('userRoles.getEntityConfiguration'),
      providesTags: (_, __, { userRoleId }) => [one(userRoleId)],
    }),
    createUserRole: build.mutation<UserRole, Args<typeof userRoles.createUserRole> & { key: string }>({
      query: ({ key, ...input }) => ({
        ...callOf('userRoles.createUserRole', input),
        headers: { 'idempotency-key': key },
      }),
      invalidatesTags: (_, error) => (error ? [] : ['UserRoles']),
    }),
    updateUserRole: build.mutation<UserRole, Args<typeof userRoles.updateUserRole> & { version: number }>({
      query: ({ version, ...input }) => ({
        ...callOf('userRoles.updateUserRole', input),
        headers: ifMatch(version),
      }),
      invalidatesTags: (_, error, { userRoleId }) => (error ? [] : ['UserRoles', 'Me', one(userRoleId)]),
    }),
    updateEntityConfiguration: build.mutation<
      EntityConfiguration,
      Args<typeof userRoles.updateEntityConfiguration> & { version: number }
    >({
      query: ({ version, ...input }) => ({
        ...callOf('userRoles.updateEntityConfiguration', input),
        headers: ifMatch(version),
      }),
      invalidatesTags: (_, error, { userRoleId }) => (error ? [] : ['UserRoles', 'Me', one(userRoleId)]),
    }),
    removeUserRole: build.mutation<null, Args<typeof userRoles.removeUserRole>>({
      query: request('userRoles.removeUserRole'),
      invalidatesTags: (_, error) => (error ? [] : ['UserRoles']),
    }),
    listRoleUsers: build.infiniteQuery<HolderPage, string, string | null>({
      infiniteQueryOptions: pages,
      query: ({ queryArg: userRoleId, pageParam }) =>
        callOf('userRoles.listRoleUsers', { userRoleId, pageSize: 10, continuationToken: pageParam }),
      providesTags: (_, __, userRoleId) => [holders(userRoleId)],
    }),
    listRoleGroups: build.query<RoleGroup[], string>({
      query: (userRoleId) => callOf('userRoles.listRoleGroups', { userRoleId }),
      transformResponse: (answer: Answer<typeof userRoles.listRoleGroups>) => answer.items,
      providesTags: (_, __, userRoleId) => [holders(userRoleId)],
    }),
    assignGroup: build.mutation<null, Args<typeof userRoles.assignGroup>>({
      query: request('userRoles.assignGroup'),
      invalidatesTags: (_, error, { userRoleId }) => (error ? [] : changedHolders(userRoleId)),
    }),
    unassignGroup: build.mutation<null, Args<typeof userRoles.unassignGroup>>({
      query: request('userRoles.unassignGroup'),
      invalidatesTags: (_, error, { userRoleId }) => (error ? [] : changedHolders(userRoleId)),
    }),
    listGptSystemEntities: build.infiniteQuery<EntityPage, string, string | null>({
      infiniteQueryOptions: pages,
      query: ({ queryArg: search, pageParam }) =>
        callOf('agents.listGptSystems', { search: search || undefined, continuationToken: pageParam }),
      transformResponse: ({ items, continuationToken }: Answer<typeof agents.listGptSystems>) => ({
        items: items.map(({ gptSystemId, name }) => ({ entityId: gptSystemId, name })),
        continuationToken,
      }),
      providesTags: ['Agents'],
    }),
    listDataSourceEntities: build.infiniteQuery<EntityPage, string, string | null>({
      infiniteQueryOptions: pages,
      query: ({ queryArg: search, pageParam }) =>
        callOf('dataSources.listDataSources', {
          search: search || undefined,
          continuationToken: pageParam,
        }),
      transformResponse: ({ items, continuationToken }: Answer<typeof dataSources.listDataSources>) => ({
        items: items.map(({ dataSourceId, name }) => ({ entityId: dataSourceId, name })),
        continuationToken,
      }),
      providesTags: ['DataSources'],
    }),
  }),
})

/** Assignments affect the role's page, the role list, user pages, and the user's own permissions. */
export const changedHolders = (userRoleId: string) =>
  [holders(userRoleId), 'UserRoles', one(userRoleId), 'Users', 'User', 'Me'] as const
