import { limits } from '@parlance/contract/limits'
import { Search, X } from 'lucide-react'
import type { Ref } from 'react'
import { isComposing } from './composing.ts'
import { uiTexts } from './lang/en.ts'

interface Props {
  label: string
  value: string
  change: (value: string) => void
  placeholder?: string
  className?: string
  field?: Ref<HTMLInputElement>
  /** The keyboard shortcut that focuses this field. */
  shortcut?: string
  /** For a field that can be closed: its button and Esc close it and don't clear it. */
  leave?: { label: string; close: () => void }
}

/** A search field in the direction of its text. Esc and a button clear it. */
export function SearchField(props: Props) {
  const common = uiTexts.useText()
  const { label, value, change, placeholder = label, className = '', field, shortcut, leave } = props
  const end = leave ?? (value === '' ? null : { label: common('clearSearch'), close: () => change('') })
  return (
    <search className={`in search-field ${className}`}>
      <Search size={16} className="m3" />
      <input
        ref={field}
        type="search"
        dir={value === '' ? undefined : 'auto'}
        value={value}
        maxLength={limits.titleSearch}
        aria-label={label}
        aria-keyshortcuts={shortcut}
        placeholder={placeholder}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !end || isComposing(event)) return
          // Keeps a surrounding dialog open.
          event.preventDefault()
          event.stopPropagation()
          end.close()
        }}
      />
      {end ? (
        <button type="button" className="ib sm" aria-label={end.label} onClick={end.close}>
          <X size={14} />
        </button>
      ) : (
        shortcut && (
          <span className="kbd" aria-hidden="true">
            {shortcut}
          </span>
        )
      )}
    </search>
  )
}
