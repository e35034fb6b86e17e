import type { budgets } from '@parlance/contract/budgets'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, ifMatch, request } from '../../../api/request.ts'

type Contract = typeof budgets
export type Budget = Answer<Contract['listBudgets']>['items'][number]
export type BudgetSubject = Budget['subject']

export const budgetsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listBudgets: build.query<Budget[], void>({
      query: request('budgets.listBudgets'),
      transformResponse: ({ items }: Answer<Contract['listBudgets']>) => items,
      providesTags: ['Budgets'],
    }),
    createBudget: build.mutation<Budget, Args<Contract['createBudget']>>({
      query: request('budgets.createBudget'),
      // An error can mean that someone else created it, so the list is loaded.
      invalidatesTags: ['Budgets'],
    }),
    updateBudget: build.mutation<Budget, Args<Contract['updateBudget']> & { version: number }>({
      query: ({ version, ...input }) => ({
        ...callOf('budgets.updateBudget', input),
        headers: ifMatch(version),
      }),
      // An error can mean an outdated version, so the current one is loaded.
      invalidatesTags: ['Budgets'],
    }),
    removeBudget: build.mutation<null, Args<Contract['removeBudget']>>({
      query: request('budgets.removeBudget'),
      invalidatesTags: ['Budgets'],
    }),
  }),
})
