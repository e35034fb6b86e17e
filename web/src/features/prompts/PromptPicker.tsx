import { Search } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useDirection } from '../../theme/useDirection.ts'
import { LoadFault } from '../../ui/LoadFault.tsx'
import { Popover, type PopoverActions } from '../../ui/mui/Popover.tsx'
import type { Prompt } from './api.ts'
import { promptsTexts } from './promptsTexts.ts'
import { matching } from './promptText.ts'
import { useOwnPrompts, usePromptsOfAgent } from './usePrompts.ts'
import { VariablesForm } from './VariablesForm.tsx'
import './prompts.css'

interface Props {
  anchor: HTMLElement | null
  gptSystemId: string
  choose: (text: string) => void
  manage: () => void
  close: () => void
}

/** One's own prompts and those of the agent, to choose from; what a prompt leaves open is filled in before. */
export function PromptPicker({ anchor, gptSystemId, choose, manage, close }: Props) {
  const t = promptsTexts.useText()
  const [chosen, setChosen] = useState<Prompt | null>(null)
  const position = useRef<PopoverActions>(null)
  // Its lower edge stays at the button, however much there is to choose from.
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
      slotProps={{ paper: { className: 'prompts', role: 'dialog', 'aria-label': t('prompts') } }}
    >
      {chosen ? (
        <VariablesForm prompt={chosen} insert={choose} back={() => setChosen(null)} settle={settle} />
      ) : (
        <Choice gptSystemId={gptSystemId} take={take} manage={manage} settle={settle} />
      )}
    </Popover>
  )
}

interface ChoiceProps {
  gptSystemId: string
  take: (prompt: Prompt) => void
  manage: () => void
  settle: () => void
}

function Choice({ gptSystemId, take, manage, settle }: ChoiceProps) {
  const t = promptsTexts.useText()
  const id = useId()
  const own = useOwnPrompts()
  const ofAgent = usePromptsOfAgent(gptSystemId)
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const groups = [
    { key: 'own', found: matching(own.items ?? [], search) },
    { key: 'ofAgent', found: matching(ofAgent.items ?? [], search) },
  ] as const
  const found = groups.flatMap((group) => group.found)
  const active = found[Math.min(at, found.length - 1)]
  const read = own.items && ofAgent.items
  const none = own.items?.length === 0 && ofAgent.items?.length === 0
  const fault = own.error ? own : ofAgent.error ? ofAgent : null

  useLayoutEffect(settle)
  useEffect(() => {
    if (active) document.getElementById(`${id}${active.promptId}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by && found.length > 0) {
      event.preventDefault()
      setAt((Math.min(at, found.length - 1) + by + found.length) % found.length)
    } else if (event.key === 'Enter' && active) {
      event.preventDefault()
      take(active)
    }
  }
  return (
    <>
      <div className="in prompts-search">
        <Search size={16} className="m3" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={active && `${id}${active.promptId}`}
          aria-autocomplete="list"
          aria-label={t('search')}
          placeholder={t('search')}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {fault && <LoadFault error={fault.error} retry={fault.refetch} />}
      <div className="prompts-list" id={`${id}list`} role="listbox" aria-label={t('prompts')}>
        {groups.map(
          ({ key, found: some }) =>
            some.length > 0 && (
              // biome-ignore lint/a11y/useSemanticElements: a group of a listbox; a fieldset is none.
              <div key={key} role="group" aria-labelledby={id + key}>
                <p className="grp" id={id + key}>
                  {t(key)}
                </p>
                {some.map((prompt) => (
                  // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has the focus, and takes the keys.
                  <div
                    key={prompt.promptId}
                    id={`${id}${prompt.promptId}`}
                    role="option"
                    className="it prompts-option"
                    aria-selected={prompt === active}
                    onClick={() => take(prompt)}
                    onPointerMove={() => setAt(found.indexOf(prompt))}
                  >
                    <bdi className="trunc">{prompt.title}</bdi>
                    <bdi className="trunc small m3">{prompt.text}</bdi>
                  </div>
                ))}
              </div>
            ),
        )}
      </div>
      {read && !fault && found.length === 0 && (
        <p className="prompts-none m2" role="status">
          {t(none ? 'empty' : 'noMatch')}
        </p>
      )}
      <div className="prompts-foot">
        <button type="button" className="btn ghost sm" onClick={manage}>
          {t('keep')}
        </button>
      </div>
    </>
  )
}
