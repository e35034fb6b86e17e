import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { type Findable, Finder, type Found } from '../../ui/admin/fields/Finder.tsx'
import { explainTexts } from './lang/en.ts'

export interface Chosen {
  id: string
  /** Undefined if another page passed only the ID. */
  name?: string
}

interface Props {
  label: string
  Icon: LucideIcon
  useFound: (search: string | null) => Found<Findable>
  /** The name of the selected item, if any. */
  chosen: string | undefined
  choose: (one: Chosen | undefined) => void
}

/** A search field, or the selected item with a button to choose another. The focus moves along. */
export function OneChoice({ label, Icon, useFound, chosen, choose }: Props) {
  const t = explainTexts.useText()
  const [touched, setTouched] = useState(false)
  const change = (one: Chosen | undefined) => {
    setTouched(true)
    choose(one)
  }
  if (chosen === undefined)
    return (
      <Finder
        label={label}
        useFound={useFound}
        autoFocus={touched}
        choose={({ key, name }) => change({ id: key, name })}
      />
    )
  return (
    <div className="row explain-chosen">
      <Icon size={16} className="m3" />
      <span className="grow">
        <bdi>{chosen}</bdi>
      </span>
      <button
        type="button"
        className="btn ghost sm"
        // biome-ignore lint/a11y/noAutofocus: this button replaces the field that had the focus.
        autoFocus={touched}
        onClick={() => change(undefined)}
      >
        {t('other')}
      </button>
    </div>
  )
}
