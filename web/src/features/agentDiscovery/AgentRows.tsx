import type { ReactNode } from 'react'
import { LoadError } from '../../ui/LoadError.tsx'
import { uiTexts } from '../../ui/lang/en.ts'
import { moveFocus } from '../../ui/moveFocus.ts'
import { useLate } from '../../ui/useLate.ts'

interface Props {
  label: string
  /** Undefined while loading. */
  count: number | undefined
  error: unknown
  retry: () => void
  /** Shown if there are no agents. */
  empty: ReactNode
  children: ReactNode
}

/** A list of agents in the sidebar, including its loading, error and empty states. */
export function AgentRows({ label, count, error, retry, empty, children }: Props) {
  if (count === undefined && error) return <LoadError error={error} retry={retry} />
  if (count === undefined) return <Waiting />
  if (count === 0) return <div className="state">{empty}</div>
  return (
    <nav className="list-rows agent-rows" aria-label={label} onKeyDown={moveFocus}>
      <ul>{children}</ul>
    </nav>
  )
}

const rows = [70, 55, 62]

function Waiting() {
  const t = uiTexts.useText()
  if (!useLate()) return null
  return (
    <div className="list-rows agent-rows-waiting" role="status" aria-label={t('loading')}>
      {rows.map((percent) => (
        <span key={percent} className="sk" style={{ inlineSize: `${percent}%` }} />
      ))}
    </div>
  )
}
