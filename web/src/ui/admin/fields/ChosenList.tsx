import { X } from 'lucide-react'
import { adminTexts } from '../lang/en.ts'
import type { Findable } from './Finder.tsx'
import './finder.css'

interface Props<Item extends Findable> {
  label: string
  items: readonly Item[]
  /** Undefined if nothing can be changed. */
  remove?: ((item: Item) => void) | undefined
}

/** The items selected from many, each with a button to remove it. */
export function ChosenList<Item extends Findable>({ label, items, remove }: Props<Item>) {
  const t = adminTexts.useText()
  if (items.length === 0) return null
  return (
    <ul className="chosen" aria-label={label}>
      {items.map((item) => (
        <li key={item.key} className="chosen-item">
          {item.Icon && <item.Icon size={16} className="m3" />}
          <span className="grow">
            <bdi>{item.name}</bdi>
          </span>
          {item.note && <span className="small m3">{item.note}</span>}
          {remove && (
            <button
              type="button"
              className="ib sm"
              aria-label={t('remove', { name: item.name })}
              onClick={() => remove(item)}
            >
              <X size={14} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
