import type { guidelinesDocuments } from '@parlance/contract/guidelinesDocuments'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, ifMatch, pages, request } from '../../../api/request.ts'

type Calls = typeof guidelinesDocuments
export type GuidelinesDocument = Answer<Calls['getGuidelinesDocument']>
export type GuidelinesRow = Answer<Calls['listGuidelinesDocuments']>['items'][number]
export type GuidelinesSection = GuidelinesDocument['sections'][number]
export type GuidelinesVersion = Answer<Calls['getVersion']>
export type GuidelinesVersionRow = Answer<Calls['listVersions']>['items'][number]
export type GuidelinesConsent = Answer<Calls['listConsents']>['items'][number]
export type GuidelinesTemplate = Answer<Calls['getGuidelinesTemplate']>
export type GuidelinesEffect = Answer<Calls['previewPublishing']>
export type GuidelinesLink = GuidelinesDocument['links'][number]

interface One {
  guidelinesDocumentId: string
}
interface OneTemplate {
  guidelinesTemplateId: string
}
interface Search {
  search: string
}
export interface ConsentFilter extends One, Search {
  state: GuidelinesConsent['state'] | undefined
}

const ofDocument = ({ guidelinesDocumentId: id }: One) => ({ type: 'GuidelinesDocument' as const, id })
const ofTemplate = ({ guidelinesTemplateId: id }: OneTemplate) => ({
  type: 'GuidelinesTemplate' as const,
  id,
})
/** What a change of a document concerns: the list, the document, and the chats that show it. */
const changed = (_: unknown, error: unknown, one: One) =>
  error ? [] : (['GuidelinesDocuments', ofDocument(one), 'Agents'] as const)

export const guidelinesApi = api
  .enhanceEndpoints({
    addTagTypes: [
      'GuidelinesDocuments',
      'GuidelinesDocument',
      'GuidelinesVersions',
      'GuidelinesTemplates',
      'GuidelinesTemplate',
    ],
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listGuidelinesDocuments: build.infiniteQuery<
        Answer<Calls['listGuidelinesDocuments']>,
        Search & { sort: string },
        string | null
      >({
        infiniteQueryOptions: pages,
        query: ({ queryArg: { search, sort }, pageParam }) =>
          callOf('guidelinesDocuments.listGuidelinesDocuments', {
            sort,
            search: search || undefined,
            continuationToken: pageParam,
          }),
        providesTags: ['GuidelinesDocuments'],
      }),
      getGuidelinesDocument: build.query<GuidelinesDocument, One>({
        query: request('guidelinesDocuments.getGuidelinesDocument'),
        providesTags: (_, __, one) => [ofDocument(one)],
      }),
      createGuidelinesDocument: build.mutation<
        GuidelinesDocument,
        Args<Calls['createGuidelinesDocument']> & { key: string }
      >({
        query: ({ key, ...input }) => ({
          ...callOf('guidelinesDocuments.createGuidelinesDocument', input),
          headers: { 'idempotency-key': key },
        }),
        invalidatesTags: (_, error) => (error ? [] : ['GuidelinesDocuments', 'Agents']),
      }),
      /** The calls that save a draft don’t reload it. The one who makes them does, after the last. */
      updateGuidelinesDocument: build.mutation<
        GuidelinesDocument,
        Args<Calls['updateGuidelinesDocument']> & { version: number }
      >({
        query: ({ version, ...input }) => ({
          ...callOf('guidelinesDocuments.updateGuidelinesDocument', input),
          headers: ifMatch(version),
        }),
      }),
      createGuidelinesSection: build.mutation<
        GuidelinesSection,
        Args<Calls['createGuidelinesSection']> & { key: string }
      >({
        query: ({ key, ...input }) => ({
          ...callOf('guidelinesDocuments.createGuidelinesSection', input),
          headers: { 'idempotency-key': key },
        }),
      }),
      updateGuidelinesSection: build.mutation<
        GuidelinesSection,
        Args<Calls['updateGuidelinesSection']> & { version: number }
      >({
        query: ({ version, ...input }) => ({
          ...callOf('guidelinesDocuments.updateGuidelinesSection', input),
          headers: ifMatch(version),
        }),
      }),
      removeGuidelinesSection: build.mutation<null, Args<Calls['removeGuidelinesSection']>>({
        query: request('guidelinesDocuments.removeGuidelinesSection'),
      }),
      orderSections: build.mutation<Answer<Calls['orderSections']>, Args<Calls['orderSections']>>({
        query: request('guidelinesDocuments.orderSections'),
      }),
      removeGuidelinesDocument: build.mutation<null, One>({
        query: request('guidelinesDocuments.removeGuidelinesDocument'),
        invalidatesTags: (_, error) => (error ? [] : ['GuidelinesDocuments', 'Agents']),
      }),
      previewPublishing: build.query<GuidelinesEffect, One>({
        query: request('guidelinesDocuments.previewPublishing'),
        keepUnusedDataFor: 0,
      }),
      publishVersion: build.mutation<GuidelinesVersion, Args<Calls['publishVersion']> & { key: string }>({
        query: ({ key, ...input }) => ({
          ...callOf('guidelinesDocuments.publishVersion', input),
          headers: { 'idempotency-key': key },
        }),
        invalidatesTags: (_, error, one) =>
          error ? [] : [...changed(_, error, one), 'GuidelinesVersions', 'GuidelinesConsents'],
      }),
      listVersions: build.infiniteQuery<Answer<Calls['listVersions']>, One, string | null>({
        infiniteQueryOptions: pages,
        query: ({ queryArg, pageParam }) =>
          callOf('guidelinesDocuments.listVersions', { ...queryArg, continuationToken: pageParam }),
        providesTags: ['GuidelinesVersions'],
      }),
      getVersion: build.query<GuidelinesVersion, Args<Calls['getVersion']>>({
        query: request('guidelinesDocuments.getVersion'),
      }),
      listDocumentConsents: build.infiniteQuery<Answer<Calls['listConsents']>, ConsentFilter, string | null>({
        infiniteQueryOptions: pages,
        query: ({ queryArg: { search, ...rest }, pageParam }) =>
          callOf('guidelinesDocuments.listConsents', {
            ...rest,
            search: search || undefined,
            continuationToken: pageParam,
          }),
        providesTags: ['GuidelinesConsents'],
      }),
      remindConsents: build.mutation<Answer<Calls['remindConsents']>, One & { key: string }>({
        query: ({ key, ...one }) => ({
          ...callOf('guidelinesDocuments.remindConsents', one),
          headers: { 'idempotency-key': key },
        }),
      }),
      listGuidelinesTemplates: build.infiniteQuery<
        Answer<Calls['listGuidelinesTemplates']>,
        Search,
        string | null
      >({
        infiniteQueryOptions: pages,
        query: ({ queryArg: { search }, pageParam }) =>
          callOf('guidelinesDocuments.listGuidelinesTemplates', {
            search: search || undefined,
            continuationToken: pageParam,
          }),
        providesTags: ['GuidelinesTemplates'],
      }),
      getGuidelinesTemplate: build.query<GuidelinesTemplate, OneTemplate>({
        query: request('guidelinesDocuments.getGuidelinesTemplate'),
        providesTags: (_, __, one) => [ofTemplate(one)],
      }),
      createGuidelinesTemplate: build.mutation<
        GuidelinesTemplate,
        Args<Calls['createGuidelinesTemplate']> & { key: string }
      >({
        query: ({ key, ...input }) => ({
          ...callOf('guidelinesDocuments.createGuidelinesTemplate', input),
          headers: { 'idempotency-key': key },
        }),
        invalidatesTags: (_, error) => (error ? [] : ['GuidelinesTemplates']),
      }),
      updateGuidelinesTemplate: build.mutation<
        GuidelinesTemplate,
        Args<Calls['updateGuidelinesTemplate']> & { version: number }
      >({
        query: ({ version, ...input }) => ({
          ...callOf('guidelinesDocuments.updateGuidelinesTemplate', input),
          headers: ifMatch(version),
        }),
        invalidatesTags: (_, error, one) => (error ? [] : ['GuidelinesTemplates', ofTemplate(one)]),
      }),
      removeGuidelinesTemplate: build.mutation<null, OneTemplate>({
        query: request('guidelinesDocuments.removeGuidelinesTemplate'),
        invalidatesTags: (_, error) => (error ? [] : ['GuidelinesTemplates']),
      }),
    }),
  })
