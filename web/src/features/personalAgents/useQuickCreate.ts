import { useRef, useState } from 'react'
import { newId, problemOf } from '../../session/http.ts'
import { identiconPng } from '../agentAvatars/identiconPng.ts'
import type { AgentState } from '../agentFields/data/api.ts'
import { personalAgentsApi } from './data/api.ts'
import type { AgentFields } from './errors.ts'
import { type Begun, payloadOf } from './quickCreatePayload.ts'

/** Progress of creating an agent. */
interface Draft {
  key: string
  configuration?: Begun
  /** The name and description last saved. */
  named?: string
  pictured?: boolean
}

/**
 * Creates a personal agent's draft in steps: a draft with the defaults, its name and description, then its
 * picture. A retry repeats the failed step, but not the completed ones. Returns the ID of the draft to open.
 */
export function useQuickCreate() {
  const [createState] = personalAgentsApi.useCreatePersonalStateMutation()
  const [updateState] = personalAgentsApi.useUpdatePersonalStateMutation()
  const [uploadAvatar] = personalAgentsApi.useUploadPersonalAvatarMutation()
  const draft = useRef<Draft>({ key: newId() })
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  async function create(fields: AgentFields): Promise<string | undefined> {
    setBusy(true)
    setError(undefined)
    try {
      const { current } = draft
      current.configuration ??= (await createState({ key: current.key }).unwrap()).configuration
      const { configuration } = current
      const { configStateId, gptSystemId } = configuration
      const payload = payloadOf(configuration, fields)
      const named = JSON.stringify([payload.gptSystemName, payload.description])
      if (current.named !== named) {
        const send = (version: number) => updateState({ configStateId, version, ...payload }).unwrap()
        const changed = await send(configuration.version).catch((failure: unknown) => {
          // The response to an earlier try can be lost. If the draft has another name by now, it was continued
          // elsewhere as that agent, so a new one is started here.
          const problem = problemOf(failure) as { code: string; current?: AgentState } | undefined
          if (problem?.code !== 'request.stale' || !problem.current) throw failure
          const { gptSystemName } = problem.current.configuration
          if (gptSystemName === '' || gptSystemName === payload.gptSystemName)
            return send(problem.current.version)
          draft.current = { key: newId() }
          throw failure
        })
        current.configuration = changed.configuration
        current.named = named
      }
      if (!current.pictured) {
        const file = await identiconPng(gptSystemId)
        await uploadAvatar({ configStateId, file, key: `${current.key}-avatar` }).unwrap()
        current.pictured = true
      }
      return configStateId
    } catch (failure) {
      setError(failure)
      return undefined
    } finally {
      setBusy(false)
    }
  }

  return { create, error, busy }
}
