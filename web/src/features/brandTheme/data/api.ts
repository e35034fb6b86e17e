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

/** Caches the brand delivered with the page, so it is requested again only after a change. */
export function knowPageBrand() {
  const { siteBrandKey: _, theme, ...brand } = ownBrand
  const { brandKey } = brand
  return brandThemeApi.util.upsertQueryData('getBrandTheme', { brandKey }, { ...theme, brand })
}
