import { type KeyboardEvent, useId, useRef } from 'react'
import { useInSight } from './useInSight.ts'
import './page.css'

export interface Tab<Key extends string> {
  key: Key
  label: string
  /** The number of invalid fields in the tab. */
  errors?: number
}

interface Props<Key extends string> {
  label: string
  tabs: readonly Tab<Key>[]
  current: Key
  choose: (key: Key) => void
  /** The ID of the panel that the tabs control. */
  panel: string
}

/** The tabs of a page. Arrow keys move between them, following the reading direction. */
export function Tabs<Key extends string>({ label, tabs, current, choose, panel }: Props<Key>) {
  const list = useRef<HTMLDivElement>(null)
  const id = useId()

  useInSight(list, current)

  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.findIndex(({ key }) => key === current)
    const forward = list.current?.matches(':dir(rtl)') ? 'ArrowLeft' : 'ArrowRight'
    const backward = forward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight'
    const to = { [forward]: at + 1, [backward]: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    choose(next.key)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus()
  }

  return (
    <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {tabs.map(({ key, label: text, errors = 0 }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={`${id}-${key}`}
          data-tab={key}
          aria-selected={key === current}
          aria-controls={key === current ? panel : undefined}
          tabIndex={key === current ? 0 : -1}
          onClick={() => choose(key)}
        >
          {text}
          {errors > 0 && <span className="tab-errors num">{errors}</span>}
        </button>
      ))}
    </div>
  )
}
