import { client } from '@parlance/contract/limits'
import { type LucideIcon, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { errorText } from '../../errorText.ts'
import { useDebounced } from '../../useDebounced.ts'
import { useListKeys } from '../../useListKeys.ts'
import { adminTexts } from '../lang/en.ts'
import './finder.css'

export interface Findable {
  key: string
  name: string
  /** Distinguishes the item from others with the same name, or names its kind. */
  note?: string | undefined
  Icon?: LucideIcon
}

export interface Found<Item extends Findable> {
  items: readonly Item[]
  searching: boolean
  error?: unknown
  /** The text for no results, in place of the default. */
  nothing?: string
}

interface Props<Item extends Findable> {
  label: string
  /** Searches for the typed text. Called with null until the user opens the field. */
  useFound: (search: string | null) => Found<Item>
  choose: (item: Item) => void
  /** Keys of items that are already selected and aren't offered again. */
  without?: ReadonlySet<string>
  disabled?: boolean
  /** The field replaces the element that had the focus. */
  autoFocus?: boolean
  /** Shows items before anything is typed, for pages where the user came to choose one. */
  atOnce?: boolean
  invalid?: boolean
  describedBy?: string | undefined
}

/** Finds an item by its name: a field with the results below, for mouse and keyboard. */
export function Finder<Item extends Findable>(props: Props<Item>) {
  const {
    label,
    useFound,
    choose,
    without,
    disabled,
    autoFocus,
    atOnce = false,
    invalid,
    describedBy,
  } = props
  const id = useId()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(atOnce)
  const search = useDebounced(typed.trim(), client.titleSearchDebounceMs)
  const asked = useFound(open ? search : null)
  // Pressing Enter quickly must not select a result of an earlier search text.
  const searching = asked.searching || typed.trim() !== search
  const found = { ...asked, searching }
  const items = searching ? [] : asked.items.filter(({ key }) => !without?.has(key))
  const { active, activate, onKeyDown } = useListKeys(items, take, onKey)

  function take(item: Item) {
    setTyped('')
    setOpen(false)
    choose(item)
  }

  function onKey(event: KeyboardEvent): boolean {
    if (!open) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        setOpen(true)
      }
      return true
    }
    if (event.key !== 'Escape') return false
    // Closes only the list, not the surrounding panel.
    event.stopPropagation()
    setOpen(false)
    return true
  }

  return (
    <div className="finder">
      <div className="in finder-field" data-off={disabled || undefined} aria-invalid={invalid || undefined}>
        <Search size={16} className="m3" />
        <input
          type="text"
          role="combobox"
          autoComplete="off"
          dir={typed === '' ? undefined : 'auto'}
          aria-label={label}
          aria-expanded={open}
          aria-controls={open ? `${id}-list` : undefined}
          aria-activedescendant={open && items.length > 0 ? `${id}-${active}` : undefined}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          placeholder={label}
          value={typed}
          disabled={disabled}
          // biome-ignore lint/a11y/noAutofocus: the page decides when
          autoFocus={autoFocus}
          onChange={(event) => {
            setTyped(event.target.value)
            activate(0)
            setOpen(true)
          }}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
      </div>
      {open && <Results id={id} label={label} found={found} items={items} active={active} take={take} />}
    </div>
  )
}

interface ResultsProps<Item extends Findable> {
  id: string
  label: string
  found: Found<Item>
  items: readonly Item[]
  active: number
  take: (item: Item) => void
}

function Results<Item extends Findable>({ id, label, found, items, active, take }: ResultsProps<Item>) {
  const t = adminTexts.useText()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const note = found.error
    ? errorText(found.error)
    : items.length > 0
      ? undefined
      : found.searching
        ? t('finding')
        : (found.nothing ?? t('foundNothing'))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a mouse press must not blur the field, because that closes the list.
    <div className="pop finder-pop" onMouseDown={(event) => event.preventDefault()}>
      {note && (
        <p className="finder-note m2 s13" role="status">
          {note}
        </p>
      )}
      <div ref={list} role="listbox" id={`${id}-list`} aria-label={label} aria-busy={found.searching}>
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys for its list.
          <div
            key={item.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            className="row finder-option"
            aria-selected={index === active}
            onClick={() => take(item)}
          >
            {item.Icon && <item.Icon size={16} className="m3" />}
            <bdi className="grow">{item.name}</bdi>
            {item.note && <bdi className="small m3">{item.note}</bdi>}
          </div>
        ))}
      </div>
    </div>
  )
}
