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
import type { Entry, State } from './data/api.ts'
import type { Fix } from './fixes.ts'
import { checklistTexts } from './lang/en.ts'
import { sentenceOf } from './sentences.ts'

const icons: Record<State, LucideIcon> = {
  Open: Circle,
  Done: CircleCheck,
  Optional: CircleDashed,
  Warning: TriangleAlert,
  Wrong: CircleAlert,
  Unknown: CircleQuestionMark,
}
/** States with a chip. To do and Done are clear from the item's position. */
const chips: Partial<Record<State, string>> = { Optional: '', Warning: 'w', Wrong: 'e', Unknown: 'info' }

interface Props {
  entry: Entry
  fix: Fix | null
  /** Renders the item's button, given the ID of its description. */
  button?: (describedBy: string) => ReactNode
}

/** A checklist item: its topic, the reason for its state, and the action that resolves it. */
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

/** Content that is left to right in every language: a URL or a command. */
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
