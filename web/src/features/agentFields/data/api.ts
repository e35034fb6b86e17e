import type { agents } from '@parlance/contract/agents'
import type { personalAgents } from '@parlance/contract/personalAgents'
import { api } from '../../../api/api.ts'
import { type Answer, request } from '../../../api/request.ts'
import { idempotencyKey } from '../../../session/http.ts'

export type AgentState = Answer<typeof agents.getState>
export type Configuration = AgentState['configuration']
export type ModelOptions = Answer<typeof personalAgents.getModelOptions>
export type AvatarAnswer = Answer<typeof agents.uploadAvatar>

/** A picture to upload. Retries use the same key. */
export interface Picture {
  file: File
  key: string
}

export function pictureBody(file: File, key: string) {
  const body = new FormData()
  body.append('file', file, file.name)
  return { body, headers: idempotencyKey(key) }
}

export const agentFieldsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getModelOptions: build.query<ModelOptions, void>({
      query: request('personalAgents.getModelOptions'),
      keepUnusedDataFor: 60,
    }),
  }),
})
