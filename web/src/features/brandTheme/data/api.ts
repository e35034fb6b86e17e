import type { brandTheme } from '@parlance/contract/brands'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, request } from '../../../api/request.ts'
import { ownBrand } from '../../../theme/pageBrand.ts'

type BrandThemeAnswer = Answer<typeof brandTheme.getBrandTheme>

export const brandThemeApi = api.injectEndpoints({
  endpoints: (build) => ({
    getBrandTheme: build.query<BrandThemeAnswer, Args<typeof brandTheme.getBrandTheme>>({
      query: request('brandTheme.getBrandTheme'),
      providesTags: ['BrandTheme'],
    }),
  }),
})

/** What the page brought is in the cache from the start, and is asked for again only when it has changed. */
export function knowPageBrand() {
  const { siteBrandKey: _, theme, ...brand } = ownBrand
  const { brandKey } = brand
  return brandThemeApi.util.upsertQueryData('getBrandTheme', { brandKey }, { ...theme, brand })
}
