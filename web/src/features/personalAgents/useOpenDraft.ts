import { useState } from 'react'
import { problemOf } from '../../api/http.ts'
import { errorText } from '../../ui/errorText.ts'
import { toast } from '../../ui/toast.tsx'
import { personalAgentsApi } from './api.ts'

/** Finds the draft of one's own agent, or begins one; says what stands against it. */
export function useOpenDraft() {
  const [createState] = personalAgentsApi.useCreatePersonalStateMutation()
  const [getAgent] = personalAgentsApi.useLazyGetPersonalAgentQuery()
  const [busy, setBusy] = useState(false)

  /** Null for none, and for an agent that is somebody else's, who shares it. */
  async function draftOf(gptSystemId: string): Promise<string | null> {
    const { data, error } = await getAgent({ gptSystemId })
    if (data || problemOf(error)?.code === 'agent.notFound') return data?.draftStateId ?? null
    throw error
  }

  async function open(gptSystemId: string, key: string): Promise<string | null> {
    setBusy(true)
    try {
      const there = await draftOf(gptSystemId)
      if (there) return there
      return (await createState({ gptSystemId, key }).unwrap()).configuration.configStateId
    } catch (error) {
      toast.error(errorText(error))
      return null
    } finally {
      setBusy(false)
    }
  }

  return { open, busy }
}
