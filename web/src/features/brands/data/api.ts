import type { brandDefaults, brands } from '@parlance/contract/brands'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, ifMatch, pages, request } from '../../../api/request.ts'

export type Brand = Answer<typeof brands.getBrand>
export type BrandRow = Answer<typeof brands.listBrands>['items'][number]
export type BrandDefaults = Answer<typeof brandDefaults.getInstanceDefaults>
export type HistoryEntry = Answer<typeof brands.listHistory>['items'][number]
export type Imported = Answer<typeof brands.import>
type BrandPage = Answer<typeof brands.listBrands>
type HistoryPage = Answer<typeof brands.listHistory>

export interface BrandList {
  search: string
  sort: string
}

const one = (brandKey: string) => ({ type: 'Brand' as const, id: brandKey })

export const brandsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listBrands: build.infiniteQuery<BrandPage, BrandList, string | null>({
      infiniteQueryOptions: pages,
      query: ({ queryArg: { search, sort }, pageParam }) =>
        callOf('brands.listBrands', { search: search || undefined, sort, continuationToken: pageParam }),
      providesTags: ['Brands'],
    }),
    /** The options of a brand selection. */
    listAllBrands: build.query<BrandPage, void>({
      query: () => callOf('brands.listBrands', { pageSize: 200 }),
      providesTags: ['Brands'],
    }),
    getBrand: build.query<Brand, Args<typeof brands.getBrand>>({
      query: request('brands.getBrand'),
      providesTags: (_, __, { brandKey }) => [one(brandKey)],
    }),
    createBrand: build.mutation<Brand, Args<typeof brands.createBrand> & { key: string }>({
      query: ({ key, ...input }) => ({
        ...callOf('brands.createBrand', input),
        headers: { 'idempotency-key': key },
      }),
      invalidatesTags: ['Brands'],
    }),
    updateBrand: build.mutation<Brand, Args<typeof brands.updateBrand> & { version: number }>({
      query: ({ version, ...input }) => ({
        ...callOf('brands.updateBrand', input),
        headers: ifMatch(version),
      }),
      invalidatesTags: (_, error, { brandKey }) => (error ? [] : ['Brands', 'BrandTheme', one(brandKey)]),
    }),
    removeBrand: build.mutation<null, Args<typeof brands.removeBrand>>({
      query: request('brands.removeBrand'),
      invalidatesTags: (_, error) => (error ? [] : ['Brands']),
    }),
    removeBrandFile: build.mutation<null, Args<typeof brands.removeFile>>({
      query: request('brands.removeFile'),
      invalidatesTags: (_, __, { brandKey }) => ['Brands', 'BrandTheme', one(brandKey)],
    }),
    listBrandHistory: build.infiniteQuery<HistoryPage, string, string | null>({
      infiniteQueryOptions: pages,
      query: ({ queryArg: brandKey, pageParam }) =>
        callOf('brands.listHistory', { brandKey, continuationToken: pageParam }),
      providesTags: (_, __, brandKey) => [one(brandKey)],
    }),
    importBrand: build.mutation<Imported, { file: File; brandKey: string | undefined; key: string }>({
      query: ({ file, brandKey, key }) => {
        const body = new FormData()
        body.append('file', file, file.name)
        const { method, path } = callOf('brands.import', {})
        return { method, path, query: { brandKey }, body, headers: { 'idempotency-key': key } }
      },
      invalidatesTags: (_, error) => (error ? [] : ['Brands']),
    }),
    getBrandDefaults: build.query<BrandDefaults, void>({
      query: request('brandDefaults.getInstanceDefaults'),
      providesTags: ['BrandDefaults'],
    }),
    updateBrandDefaults: build.mutation<
      BrandDefaults,
      Args<typeof brandDefaults.updateInstanceDefaults> & { version: number }
    >({
      query: ({ version, ...input }) => ({
        ...callOf('brandDefaults.updateInstanceDefaults', input),
        headers: ifMatch(version),
      }),
      // Every brand can inherit the change.
      invalidatesTags: (_, error) => (error ? [] : ['BrandDefaults', 'Brands', 'Brand', 'BrandTheme']),
    }),
    removeDefaultFile: build.mutation<null, Args<typeof brandDefaults.removeDefaultFile>>({
      query: request('brandDefaults.removeDefaultFile'),
      invalidatesTags: ['BrandDefaults', 'Brands', 'Brand', 'BrandTheme'],
    }),
  }),
})
