import { type LucideIcon, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { adminTexts } from './lang/en.ts'

/** A list without rows: what would appear here, and how to start if the user can. */
export function EmptyList({
  Icon,
  text,
  children,
}: {
  Icon: LucideIcon
  text: string
  children?: ReactNode
}) {
  return (
    <div className="state list-state">
      <span className="mark">
        <Icon size={18} />
      </span>
      <p>{text}</p>
      {children}
    </div>
  )
}

export function NoMatch({ clear, filtered }: { clear: () => void; filtered: boolean }) {
  const t = adminTexts.useText()
  return (
    <EmptyList Icon={SearchX} text={t('noMatch')}>
      <button type="button" className="btn ghost sm" onClick={clear}>
        {t(filtered ? 'clearAll' : 'clearSearch')}
      </button>
    </EmptyList>
  )
}
