import type { sessions } from '@parlance/contract/authorization'
import type { currentUser } from '@parlance/contract/currentUser'
import type { personalAgents } from '@parlance/contract/personalAgents'
import type { users } from '@parlance/contract/users'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, request } from '../../../api/request.ts'
import { changedHolders } from '../../userRoles/data/api.ts'

export type UserRow = Answer<typeof users.listUsers>['items'][number]
export type User = Answer<typeof users.getUser>
export type UserProfile = Answer<typeof users.getProfile>
export type RoleHolding = UserProfile['roles'][number]
export type SessionRow = Answer<typeof users.listSessions>['items'][number]
export type NewUser = Answer<typeof users.createUser>
export type LeftAgent = Answer<typeof personalAgents.listLeft>['items'][number]
type UserPage = Answer<typeof users.listUsers>

export interface UserList {
  search: string
  sort: string
  disabled?: 'true' | 'false' | undefined
  userRoleId?: string | undefined
}

const pages = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: { continuationToken: string | null }) => last.continuationToken ?? undefined,
}
const one = (userId: string) => ({ type: 'User' as const, id: userId })

export const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listUsers: build.infiniteQuery<UserPage, UserList, string | null>({
      infiniteQueryOptions: pages,
      query: ({ queryArg: { search, ...args }, pageParam }) =>
        callOf('users.listUsers', { ...args, search: search || undefined, continuationToken: pageParam }),
      providesTags: ['Users'],
    }),
    /** The first few matches by name, for choosing a user. */
    findUsers: build.query<UserPage, string>({
      query: (search) =>
        callOf('users.listUsers', { search: search || undefined, disabled: 'false', pageSize: 20 }),
      providesTags: ['Users'],
    }),
    /** The agents of a disabled user. */
    listLeftAgents: build.query<LeftAgent[], Args<typeof personalAgents.listLeft>>({
      query: ({ userId }) => callOf('personalAgents.listLeft', { userId, pageSize: 200 }),
      transformResponse: (answer: Answer<typeof personalAgents.listLeft>) => answer.items,
      providesTags: (_, __, { userId }) => [one(userId)],
    }),
    handOverLeftAgent: build.mutation<null, Args<typeof personalAgents.handOverLeft>>({
      query: request('personalAgents.handOverLeft'),
      invalidatesTags: (_, error, { userId, newOwnerId }) =>
        error ? [] : ['Agents', one(userId), one(newOwnerId)],
    }),
    createPasswordLink: build.mutation<Answer<typeof users.createPasswordLink>, { userId: string }>({
      query: request('users.createPasswordLink'),
    }),
    createUser: build.mutation<NewUser, Args<typeof users.createUser> & { key: string }>({
      query: ({ key, ...input }) => ({
        ...callOf('users.createUser', input),
        headers: { 'idempotency-key': key },
      }),
      invalidatesTags: (_, error) => (error ? [] : ['Users']),
    }),
    getUser: build.query<User, Args<typeof users.getUser>>({
      query: request('users.getUser'),
      providesTags: (_, __, { userId }) => [one(userId)],
    }),
    updateUser: build.mutation<User, Args<typeof users.updateUser> & { version: number }>({
      query: ({ version, ...input }) => ({
        ...callOf('users.updateUser', input),
        headers: { 'if-match': `"${version}"` },
      }),
      invalidatesTags: (_, error, { userId }) => (error ? [] : ['Users', 'Me', one(userId)]),
    }),
    removeUser: build.mutation<null, Args<typeof users.removeUser>>({
      query: request('users.removeUser'),
      invalidatesTags: (_, error) => (error ? [] : ['Users', 'UserRoles', 'RoleHolders']),
    }),
    setDisabled: build.mutation<User, Args<typeof users.setDisabled>>({
      query: request('users.setDisabled'),
      invalidatesTags: (_, error, { userId }) => (error ? [] : ['Users', 'RoleHolders', one(userId)]),
    }),
    getUserProfile: build.query<UserProfile, Args<typeof users.getProfile>>({
      query: request('users.getProfile'),
      providesTags: (_, __, { userId }) => [one(userId)],
    }),
    listSessionsOf: build.query<SessionRow[], Args<typeof users.listSessions>>({
      query: request('users.listSessions'),
      transformResponse: (answer: Answer<typeof users.listSessions>) => answer.items,
      providesTags: (_, __, { userId }) => [one(userId)],
    }),
    endSessionsOf: build.mutation<null, Args<typeof users.endSessions>>({
      query: request('users.endSessions'),
      invalidatesTags: (_, __, { userId }) => [one(userId)],
    }),
    assignRole: build.mutation<null, Args<typeof users.assignRole>>({
      query: request('users.assignRole'),
      invalidatesTags: (_, error, { userRoleId }) => (error ? [] : changedHolders(userRoleId)),
    }),
    unassignRole: build.mutation<null, Args<typeof users.unassignRole>>({
      query: request('users.unassignRole'),
      invalidatesTags: (_, error, { userRoleId }) => (error ? [] : changedHolders(userRoleId)),
    }),
    updateMe: build.mutation<null, Args<typeof currentUser.update>>({
      query: request('currentUser.update'),
      invalidatesTags: (_, error) => (error ? [] : ['Me', 'Users', 'User']),
    }),
    listMySessions: build.query<SessionRow[], void>({
      query: request('sessions.listSessions'),
      transformResponse: (answer: Answer<typeof sessions.listSessions>) => answer.items,
      providesTags: ['Me'],
    }),
    endMySession: build.mutation<null, Args<typeof sessions.endSession>>({
      query: request('sessions.endSession'),
      invalidatesTags: ['Me'],
    }),
  }),
})
