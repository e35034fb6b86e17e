import type { complianceChecks } from '@parlance/contract/compliance'
import type { instanceSettings } from '@parlance/contract/instanceSettings'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, ifMatch, request } from '../../../api/request.ts'

export type Compliance = Answer<(typeof instanceSettings)['getComplianceMode']>
export type ComplianceSettings = Args<(typeof instanceSettings)['setComplianceMode']>
export type Preview = Answer<(typeof complianceChecks)['previewComplianceMode']>
export type Evidence = Answer<(typeof complianceChecks)['getComplianceEvidence']>
export type EvidenceItem = Evidence['items'][number]

export const complianceApi = api.injectEndpoints({
  endpoints: (build) => ({
    getComplianceMode: build.query<Compliance, void>({
      query: request('instanceSettings.getComplianceMode'),
      providesTags: ['Compliance'],
    }),
    setComplianceMode: build.mutation<Compliance, ComplianceSettings & { version: number }>({
      query: ({ version, ...input }) => ({
        ...callOf('instanceSettings.setComplianceMode', input),
        headers: ifMatch(version),
      }),
      // An error can mean an outdated version, so the current one is loaded.
      invalidatesTags: ['Compliance', 'DataPolicy', 'Tools'],
    }),
    previewComplianceMode: build.mutation<Preview, ComplianceSettings>({
      query: request('instanceSettings.previewComplianceMode'),
    }),
    /** A mutation, because each call checks again. */
    getComplianceEvidence: build.mutation<Evidence, void>({
      query: request('instanceSettings.getComplianceEvidence'),
    }),
  }),
})
