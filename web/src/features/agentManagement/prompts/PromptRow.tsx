import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Prompt } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'
import { PromptVariables } from './PromptVariables.tsx'

interface Props {
  prompt: Prompt
  mayChange: boolean
  /** Undefined for the first prompt, and for the last one respectively. */
  moveUp: (() => void) | undefined
  moveDown: (() => void) | undefined
  edit: () => void
  remove: () => void
}

/** A prompt in the list. */
export function PromptRow({
  prompt: { title, text, variables },
  mayChange,
  moveUp,
  moveDown,
  edit,
  remove,
}: Props) {
  const t = managementTexts.useText()
  return (
    <div className="row prompt-row">
      <div className="grow prompt-content">
        <h3 className="h4 wrap">
          <bdi>{title}</bdi>
        </h3>
        <p className="s13 m2 clamp prompt-shown" dir="auto">
          {text}
        </p>
        <PromptVariables variables={variables} />
      </div>
      {mayChange && (
        <div className="row">
          <MoveButton label={t('promptUp', { title })} move={moveUp}>
            <ArrowUp size={16} />
          </MoveButton>
          <MoveButton label={t('promptDown', { title })} move={moveDown}>
            <ArrowDown size={16} />
          </MoveButton>
          <button type="button" className="ib sm" aria-label={t('promptEdit', { title })} onClick={edit}>
            <Pencil size={16} />
          </button>
          <button type="button" className="ib sm" aria-label={t('promptRemove', { title })} onClick={remove}>
            <Trash2 size={16} />
          </button>
        </div>
      )}
    </div>
  )
}

/** Stays focusable at the ends of the list, so the focus isn't lost. */
function MoveButton({
  label,
  move,
  children,
}: {
  label: string
  move: (() => void) | undefined
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className="ib sm"
      aria-label={label}
      title={label}
      aria-disabled={move === undefined}
      onClick={move}
    >
      {children}
    </button>
  )
}
