import { useCallback, useRef, useState } from 'react'
import { useDirection } from '../../theme/useDirection.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { Popover, type PopoverActions } from '../../ui/mui/Popover.tsx'
import { PickList } from '../../ui/pickList/PickList.tsx'
import type { Prompt } from './data/api.ts'
import { promptsTexts } from './lang/en.ts'
import { matching } from './promptText.ts'
import { hasOwnPrompts, type PromptsOf, useOwnPrompts, usePromptsOfAgent } from './usePrompts.ts'
import { VariablesForm } from './VariablesForm.tsx'
import './prompts.css'

interface Props {
  anchor: HTMLElement | null
  of: PromptsOf
  choose: (text: string) => void
  manage: () => void
  close: () => void
}

/** A picker of the user's prompts and the agent's. Prompt variables are filled in before inserting. */
export function PromptPicker({ anchor, of, choose, manage, close }: Props) {
  const t = promptsTexts.useText()
  const [chosen, setChosen] = useState<Prompt | null>(null)
  const position = useRef<PopoverActions>(null)
  // Keeps its lower edge at the button, however long the list is.
  const settle = useCallback(() => position.current?.updatePosition(), [])
  const start = useDirection() === 'rtl' ? 'right' : 'left'
  const take = (prompt: Prompt) => {
    if (prompt.variables.length > 0) setChosen(prompt)
    else choose(prompt.text)
  }
  return (
    <Popover
      open
      anchorEl={anchor}
      action={position}
      onClose={close}
      anchorOrigin={{ vertical: 'top', horizontal: start }}
      transformOrigin={{ vertical: 'bottom', horizontal: start }}
      slotProps={{ paper: { className: 'pick', role: 'dialog', 'aria-label': t('prompts') } }}
    >
      {chosen ? (
        <VariablesForm prompt={chosen} insert={choose} back={() => setChosen(null)} settle={settle} />
      ) : (
        <Choice of={of} take={take} manage={manage} settle={settle} />
      )}
    </Popover>
  )
}

interface ChoiceProps {
  of: PromptsOf
  take: (prompt: Prompt) => void
  manage: () => void
  settle: () => void
}

function Choice({ of, take, manage, settle }: ChoiceProps) {
  const t = promptsTexts.useText()
  const isMixed = hasOwnPrompts(of)
  const own = useOwnPrompts(!isMixed)
  const ofAgent = usePromptsOfAgent(of)
  const [search, setSearch] = useState('')
  const ownItems = isMixed ? own.items : []
  const groups = [
    { key: 'own', label: t('own'), items: matching(ownItems ?? [], search) },
    { key: 'ofAgent', label: t('ofAgent'), items: matching(ofAgent.items ?? [], search) },
  ]
  const read = ownItems && ofAgent.items
  const error = own.error ? own : ofAgent.error ? ofAgent : null
  const isEmpty = ownItems?.length === 0 && ofAgent.items?.length === 0
  const isNoneFound = read && !error && groups.every(({ items }) => items.length === 0)
  return (
    <>
      <PickList
        label={t('prompts')}
        searchLabel={t('search')}
        search={search}
        setSearch={setSearch}
        groups={groups}
        keyOf={({ promptId }) => promptId}
        row={({ title, text }) => (
          <>
            <bdi className="trunc">{title}</bdi>
            <bdi className="trunc small m3">{text}</bdi>
          </>
        )}
        take={take}
        none={isNoneFound ? t(isEmpty ? 'empty' : 'noMatch') : null}
        error={error && <LoadError error={error.error} retry={error.refetch} />}
        settle={settle}
      />
      {isMixed && (
        <div className="prompts-foot">
          <button type="button" className="btn ghost sm" onClick={manage}>
            {t('keep')}
          </button>
        </div>
      )}
    </>
  )
}
