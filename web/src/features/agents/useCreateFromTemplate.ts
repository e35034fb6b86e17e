import { useRef, useState } from 'react'
import { withVersion } from '../../api/withVersion.ts'
import { newId } from '../../session/http.ts'
import { agentsApi } from './data/api.ts'
import type { AgentState } from './templates.ts'

interface Wanted {
  state: AgentState & { gptSystemName: string }
  /** Null if the agent has no library yet. */
  dataSourceId: string | null
  /** If false, the agent stays a draft that no one can chat with. */
  publish: boolean
}

/** The steps completed so far. */
interface Created {
  /** One idempotency key per name, so a retry doesn't create a second agent. */
  of: string
  key: string
  draft?: { gptSystemId: string; stateId: string; version: number }
  linked?: string
}

/**
 * Creates a system agent: a draft with the instance's provider and the template's values, its library, and
 * optionally its publishing. A retry repeats the failed step, but not the completed ones.
 */
export function useCreateFromTemplate() {
  const [createGptSystem] = agentsApi.useCreateGptSystemMutation()
  const [updateState] = agentsApi.useUpdateStateMutation()
  const [linkLibrary] = agentsApi.useLinkLibraryMutation()
  const [updatePublishing] = agentsApi.useUpdatePublishingMutation()
  const created = useRef<Created>({ of: '', key: '' })
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  async function draftOf(name: string) {
    const { current } = created
    if (!current.draft) {
      if (current.of !== name) Object.assign(current, { of: name, key: newId() })
      const { gptSystem, configuration } = await createGptSystem({ key: current.key, name }).unwrap()
      const { configStateId: stateId, version } = configuration
      current.draft = { gptSystemId: gptSystem.gptSystemId, stateId, version }
    }
    return current.draft
  }

  async function link(gptSystemId: string, dataSourceId: string) {
    const { current } = created
    if (current.linked === dataSourceId) return
    await linkLibrary({ gptSystemId, dataSourceId, key: `${current.key}-${dataSourceId}` }).unwrap()
    current.linked = dataSourceId
  }

  async function create({ state, dataSourceId, publish }: Wanted): Promise<string | undefined> {
    setBusy(true)
    setError(undefined)
    try {
      const draft = await draftOf(state.gptSystemName)
      const { gptSystemId, stateId: gptSystemConfigurationStateId } = draft
      const changed = await withVersion(draft.version, (version) =>
        updateState({ gptSystemConfigurationStateId, version, ...state }).unwrap(),
      )
      draft.version = changed.version
      if (dataSourceId) await link(gptSystemId, dataSourceId)
      if (publish)
        await updatePublishing({
          gptSystemId,
          gptSystemConfigurationStateId,
          listedInDirectory: true,
        }).unwrap()
      return gptSystemId
    } catch (failure) {
      setError(failure)
      return undefined
    } finally {
      setBusy(false)
    }
  }

  return { create, error, busy }
}
