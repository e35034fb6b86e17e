import type { brandTheme } from '@parlance/contract/brands'
import { api } from '../../api/api.ts'
import { type Answer, type Args, request } from '../../api/request.ts'

export type BrandThemeAnswer = Answer<typeof brandTheme.getBrandTheme>

export const brandThemeApi = api.injectEndpoints({
  endpoints: (build) => ({
    getBrandTheme: build.query<BrandThemeAnswer, Args<typeof brandTheme.getBrandTheme>>({
      query: request('brandTheme.getBrandTheme'),
      providesTags: ['BrandTheme'],
    }),
  }),
})
