import type { unansweredQuestions } from '@parlance/contract/unansweredQuestions'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, ifMatch } from '../../../api/request.ts'

type Contract = typeof unansweredQuestions
export type UnansweredList = Answer<Contract['listUnansweredQuestions']>
export type UnansweredQuestion = UnansweredList['items'][number]
export type UnansweredState = UnansweredQuestion['state']
export type ListFilter = Args<Contract['listUnansweredQuestions']>

type Change = Pick<UnansweredQuestion, 'unansweredQuestionId' | 'version'>

const change = (operation: 'requestDocument' | 'dismiss' | 'reopen', { version, ...input }: Change) => ({
  ...callOf(`unansweredQuestions.${operation}`, input),
  headers: ifMatch(version),
})

export const unansweredApi = api.enhanceEndpoints({ addTagTypes: ['UnansweredQuestions'] }).injectEndpoints({
  endpoints: (build) => ({
    listUnansweredQuestions: build.query<UnansweredList, ListFilter>({
      query: (filter) => callOf('unansweredQuestions.listUnansweredQuestions', filter),
      providesTags: ['UnansweredQuestions'],
    }),
    // An error can mean an outdated version, so each change loads the list.
    requestDocument: build.mutation<UnansweredQuestion, Change & { note: string }>({
      query: (input) => change('requestDocument', input),
      invalidatesTags: ['UnansweredQuestions'],
    }),
    dismissQuestion: build.mutation<UnansweredQuestion, Change>({
      query: (input) => change('dismiss', input),
      invalidatesTags: ['UnansweredQuestions'],
    }),
    reopenQuestion: build.mutation<UnansweredQuestion, Change>({
      query: (input) => change('reopen', input),
      invalidatesTags: ['UnansweredQuestions'],
    }),
  }),
})
