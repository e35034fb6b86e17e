import { Pencil, Trash2 } from 'lucide-react'
import type { Prompt } from '../api.ts'
import { managementTexts } from '../managementTexts.ts'
import { PromptVariables } from './PromptVariables.tsx'

interface Props {
  prompt: Prompt
  mayChange: boolean
  edit: () => void
  remove: () => void
}

/** A prompt as it is read in the list. */
export function PromptRow({ prompt: { title, text, variables }, mayChange, edit, remove }: Props) {
  const t = managementTexts.useText()
  return (
    <div className="row prompt-row">
      <div className="grow prompt-content">
        <h3 className="h4 wrap">
          <bdi>{title}</bdi>
        </h3>
        <p className="s13 m2 prompt-shown" dir="auto">
          {text}
        </p>
        <PromptVariables variables={variables} />
      </div>
      {mayChange && (
        <div className="row">
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
