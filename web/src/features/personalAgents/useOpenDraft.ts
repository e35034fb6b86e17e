import { useState } from 'react'
import { errorText } from '../../ui/errorText.ts'
import { toast } from '../../ui/toast.tsx'
import { personalAgentsApi } from './data/api.ts'

/** Finds or creates the draft of an agent that the user can edit, and shows an error if that fails. */
export function useOpenDraft() {
  const [createState] = personalAgentsApi.useCreatePersonalStateMutation()
  const [listStates] = personalAgentsApi.useLazyListPersonalStatesQuery()
  const [busy, setBusy] = useState(false)

  /** Null if there is no draft. There is at most one, and it is the newest version. */
  async function draftOf(gptSystemId: string): Promise<string | null> {
    const { items } = await listStates({ gptSystemId, pageSize: 1 }).unwrap()
    const [newest] = items
    return newest?.status === 'Draft' ? newest.configStateId : null
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
