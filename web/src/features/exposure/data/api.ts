import type { exposure } from '@parlance/contract/exposure'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, request } from '../../../api/request.ts'

export type Exposure = Answer<typeof exposure.previewPolicy>
export type PublishingAsked = Args<typeof exposure.previewPublishing>
export type RemovalAsked = Args<typeof exposure.previewRemoval>
export type SharesAsked = Args<typeof exposure.previewShares>
export type PolicyAsked = Args<typeof exposure.previewPolicy>

export const exposureApi = api.injectEndpoints({
  endpoints: (build) => ({
    previewPublishing: build.query<Exposure, PublishingAsked>({
      query: request('exposure.previewPublishing'),
    }),
    previewRemoval: build.query<Exposure, RemovalAsked>({
      query: request('exposure.previewRemoval'),
    }),
    previewPolicy: build.query<Exposure, PolicyAsked>({
      query: request('exposure.previewPolicy'),
    }),
    previewShares: build.query<Exposure, SharesAsked>({
      query: request('exposure.previewShares'),
    }),
  }),
})
