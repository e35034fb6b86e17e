import { useState } from 'react'
import { SaveError } from '../../ui/admin/SaveError.tsx'
import { DebuggerForm } from './DebuggerForm.tsx'
import { type Asked, type Debugged, debuggerApi } from './data/api.ts'
import type { DebuggerValues } from './debuggerForm.ts'
import { SearchResult } from './SearchResult.tsx'
import './retrievalDebugger.css'

interface Props {
  initial: DebuggerValues
  /** The agent whose versions can be chosen; without it, libraries can be. */
  gptSystemId?: string
}

interface Shown {
  asked: Asked
  debugged: Debugged
}

/** Asks a question of libraries or of an agent's version, and shows how its passages are found. */
export function Debugger({ initial, gptSystemId }: Props) {
  const [debug, { error, isLoading }] = debuggerApi.useDebugRetrievalMutation()
  const [shown, setShown] = useState<Shown | null>(null)
  async function run(asked: Asked, expectedPassageId?: string) {
    if (isLoading) return
    const { data } = await debug({
      ...asked,
      withSteps: true,
      ...(expectedPassageId && { expectedPassageId }),
    })
    if (data) setShown({ asked, debugged: data })
  }
  return (
    <div className="debugger">
      <DebuggerForm
        initial={initial}
        gptSystemId={gptSystemId}
        busy={isLoading}
        ask={(asked) => void run(asked)}
      />
      <SaveError error={error} />
      {shown?.debugged.steps && (
        <SearchResult
          asked={shown.asked}
          debugged={shown.debugged}
          steps={shown.debugged.steps}
          gptSystemId={gptSystemId}
          explain={(passageId) => void run(shown.asked, passageId)}
        />
      )}
    </div>
  )
}
