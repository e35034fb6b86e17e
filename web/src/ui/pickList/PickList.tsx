import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useListKeys } from '../useListKeys.ts'
import './pickList.css'

interface Props<T> {
  /** The label of the options. */
  label: string
  searchLabel: string
  search: string
  setSearch: (search: string) => void
  groups: readonly { key: string; label: string; items: readonly T[] }[]
  keyOf: (item: T) => string
  row: (item: T) => ReactNode
  take: (item: T) => void
  /** Handles a key before the list does, with the number of results. Returns true if it handled the key. */
  onKey?: (event: KeyboardEvent, found: number) => boolean
  /** Shown if nothing is found. */
  none: string | null
  /** An error, above the list. */
  error?: ReactNode
  /** Called after each change of the listed items. */
  settle: () => void
}

/** A list to choose one item from by typing. The field has the focus and handles the keys. */
export function PickList<T>(props: Props<T>) {
  const { label, searchLabel, search, setSearch, groups, keyOf, row, take, onKey, none, error, settle } =
    props
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const found = groups.flatMap((group) => group.items)
  const keys = useListKeys(found, take, (event) => onKey?.(event, found.length) ?? false)
  const active = found[keys.active]
  const idOf = (item: T) => id + keyOf(item)
  const activeId = active && idOf(active)

  useLayoutEffect(settle)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <>
      <div className="in pick-search">
        <Search size={16} className="m3" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            keys.activate(0)
          }}
          onKeyDown={keys.onKeyDown}
        />
      </div>
      {error}
      <div className="pick-list" id={`${id}list`} role="listbox" aria-label={label}>
        {groups.map(
          ({ key, label: name, items }) =>
            items.length > 0 && (
              // biome-ignore lint/a11y/useSemanticElements: a group of a listbox isn't a fieldset.
              <div key={key} role="group" aria-labelledby={id + key}>
                <p className="grp" id={id + key}>
                  {name}
                </p>
                {items.map((item) => (
                  // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys.
                  <div
                    key={keyOf(item)}
                    id={idOf(item)}
                    role="option"
                    className="it pick-option"
                    aria-selected={item === active}
                    onClick={() => take(item)}
                    onPointerMove={() => keys.activate(found.indexOf(item))}
                  >
                    {row(item)}
                  </div>
                ))}
              </div>
            ),
        )}
      </div>
      {none !== null && (
        <p className="pick-none m2" role="status">
          {none}
        </p>
      )}
    </>
  )
}
