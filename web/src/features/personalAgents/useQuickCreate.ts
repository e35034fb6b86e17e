import { useRef, useState } from 'react'
import { newId } from '../../api/http.ts'
import { personalAgentsApi } from './api.ts'
import type { AgentFields } from './faults.ts'

/**
 * Makes a personal agent in its three steps: a draft with the defaults, its name and description, and the agent made of
 * it. A step that fails is repeated by the next try; those before it are not done twice.
 */
export function useQuickCreate() {
  const [createState] = personalAgentsApi.useCreatePersonalStateMutation()
  const [updateState] = personalAgentsApi.useUpdatePersonalStateMutation()
  const [createFromState] = personalAgentsApi.useCreateFromStateMutation()
  const draft = useRef<{ key: string; configStateId?: string; named?: string }>({ key: newId() })
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  async function create({ name, description }: AgentFields): Promise<string | undefined> {
    setBusy(true)
    setError(undefined)
    try {
      const { current } = draft
      current.configStateId ??= (await createState({ key: current.key }).unwrap()).configuration.configStateId
      const { configStateId } = current
      const fields = { gptSystemName: name.trim(), description: description.trim() }
      // The last step may have been done and its answer lost: what is published takes no other name.
      if (current.named !== JSON.stringify(fields)) await updateState({ configStateId, ...fields }).unwrap()
      current.named = JSON.stringify(fields)
      const { gptSystem } = await createFromState({ configStateId, key: `${current.key}-made` }).unwrap()
      return gptSystem.gptSystemId
    } catch (failure) {
      setError(failure)
      return undefined
    } finally {
      setBusy(false)
    }
  }

  return { create, error, busy }
}
