import { limits } from '@parlance/contract/limits'
import { Search, X } from 'lucide-react'
import { adminTexts } from './adminTexts.ts'
import type { ListControl } from './useListAddress.ts'

export function ListSearch({ label, control }: { label: string; control: ListControl }) {
  const t = adminTexts.useText()
  return (
    <search className="in list-search-field">
      <Search size={16} className="m3" />
      <input
        type="search"
        dir={control.typed === '' ? undefined : 'auto'}
        value={control.typed}
        maxLength={limits.titleSearch}
        placeholder={label}
        aria-label={label}
        onChange={(event) => control.setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && control.typed !== '') control.clear()
        }}
      />
      {control.typed !== '' && (
        <button type="button" className="ib sm" aria-label={t('clearSearch')} onClick={control.clear}>
          <X size={14} />
        </button>
      )}
    </search>
  )
}
