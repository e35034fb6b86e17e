import {
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { checklistTexts } from './checklistTexts.ts'
import type { Entry, State } from './data/api.ts'
import type { Fix } from './fixes.ts'
import { sentenceOf } from './sentences.ts'

const icons: Record<State, LucideIcon> = {
  Open: Circle,
  Done: CircleCheck,
  Optional: CircleDashed,
  Warning: TriangleAlert,
  Wrong: CircleAlert,
  Unknown: CircleQuestionMark,
}
/** What is simply open, or done, is told by where it stands. */
const chips: Partial<Record<State, string>> = { Optional: '', Warning: 'w', Wrong: 'e', Unknown: 'info' }

interface Props {
  entry: Entry
  fix: Fix | null
  /** Its button, given the id of what describes it. */
  button?: (describedBy: string) => ReactNode
}

/** A line of the checklist: what it is about, why it stands as it does, and the one thing to do about it. */
export function ChecklistItem({ entry, fix, button }: Props) {
  const t = checklistTexts.useText()
  const id = useId()
  const { item, state } = entry
  const Icon = icons[state]
  const chip = chips[state]
  return (
    <li className="checklist-item" data-state={state} data-item={item}>
      <Icon size={18} aria-hidden />
      <div className="grow">
        <h3 className="row checklist-title" id={id}>
          <span>{t(`title.${item}`)}</span>
          {chip === undefined ? (
            <span className="hidden">{t(`state.${state}`)}</span>
          ) : (
            <span className={`chip ${chip}`}>{t(`state.${state}`)}</span>
          )}
        </h3>
        <p className="s13 m2 wrap">{sentenceOf(entry, t)}</p>
        <Aside entry={entry} fix={fix} />
      </div>
      {button && <div className="checklist-fix">{button(id)}</div>}
    </li>
  )
}

/** What is read from left to right in every language: an address, a command. */
function Aside({ entry, fix }: Pick<Props, 'entry' | 'fix'>) {
  const text =
    entry.item === 'PublicOrigin'
      ? entry.facts?.origin
      : fix?.kind === 'Command' && entry.state !== 'Done'
        ? fix.command
        : undefined
  if (!text) return null
  return (
    <p className="checklist-code">
      <bdi className="mono" dir="ltr">
        {text}
      </bdi>
    </p>
  )
}
