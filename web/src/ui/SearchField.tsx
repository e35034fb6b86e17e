import { limits } from '@parlance/contract/limits'
import { Search, X } from 'lucide-react'
import type { Ref } from 'react'
import { isComposing } from './composing.ts'
import { uiTexts } from './uiTexts.ts'

interface Props {
  label: string
  value: string
  change: (value: string) => void
  placeholder?: string
  className?: string
  field?: Ref<HTMLInputElement>
  /** The key that leads here. */
  shortcut?: string
  /** Where the field goes away: its button and Esc do that, instead of emptying it. */
  leave?: { label: string; close: () => void }
}

/** What one looks for, in the direction of its own words; Esc and a button empty it. */
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
          // A dialog around it stays.
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
