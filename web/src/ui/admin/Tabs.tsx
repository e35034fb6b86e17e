import { Fragment, type KeyboardEvent, useId, useRef } from 'react'
import { useLarge } from '../useMediaQuery.ts'
import { useInSight } from './useInSight.ts'
import './page.css'

export interface Tab<Key extends string> {
  key: Key
  label: string
  /** The number of invalid fields in the tab. */
  errors?: number
  /** The heading above it and its neighbors with the same one, if there are too many tabs for a line. */
  group?: string
}

interface Props<Key extends string> {
  label: string
  tabs: readonly Tab<Key>[]
  current: Key
  choose: (key: Key) => void
  /** The ID of the panel that the tabs control. */
  panel: string
}

/**
 * The tabs of a page. Arrow keys move between them, following the reading direction. Tabs in groups are below each
 * other if the page has room for a column.
 */
export function Tabs<Key extends string>({ label, tabs, current, choose, panel }: Props<Key>) {
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const large = useLarge()
  const isColumn = large && tabs.some(({ group }) => group)

  useInSight(list, current)

  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.findIndex(({ key }) => key === current)
    const isRtl = list.current?.matches(':dir(rtl)')
    const [forward, backward] = isColumn
      ? ['ArrowDown', 'ArrowUp']
      : isRtl
        ? ['ArrowLeft', 'ArrowRight']
        : ['ArrowRight', 'ArrowLeft']
    const to = { [forward]: at + 1, [backward]: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    choose(next.key)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus()
  }

  return (
    <div
      className="tabs"
      role="tablist"
      aria-label={label}
      aria-orientation={isColumn ? 'vertical' : undefined}
      ref={list}
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ key, label: text, errors = 0, group }, at) => (
        <Fragment key={key}>
          {isColumn && group !== tabs[at - 1]?.group && (
            // Only tabs can be in a list of tabs. Their names say enough without the heading.
            <span className="tabs-group" aria-hidden>
              {group}
            </span>
          )}
          <button
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
        </Fragment>
      ))}
    </div>
  )
}
