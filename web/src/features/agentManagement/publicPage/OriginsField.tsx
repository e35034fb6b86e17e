import { limits } from '@parlance/contract/limits'
import { Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { FieldError } from '../../../ui/admin/fields/FieldFrame.tsx'
import { publicPageTexts } from './lang/en.ts'

interface Props {
  origins: string[]
  change: (origins: string[]) => void
  leave: () => void
  error: (path: string) => string | undefined
}

/** The sites that can embed the page, one per row. */
export function OriginsField({ origins, change, leave, error }: Props) {
  const t = publicPageTexts.useText()
  const id = useId()
  const rows = useRef<HTMLDivElement>(null)
  const full = origins.length >= limits.allowedOrigins

  function add() {
    change([...origins, ''])
    requestAnimationFrame(() => rows.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }

  return (
    <div className="field" data-field="allowedOrigins" ref={rows}>
      <span className="switch-label" id={id}>
        {t('allowedOrigins')}
      </span>
      {origins.length > 0 && (
        <ul className="public-origins" aria-labelledby={id}>
          {origins.map((origin, index) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position, because its text changes while typing.
              key={index}
              number={index + 1}
              origin={origin}
              change={(typed) => change(origins.with(index, typed))}
              remove={() => change(origins.toSpliced(index, 1))}
              leave={leave}
              error={error(`allowedOrigins.${index}`)}
            />
          ))}
        </ul>
      )}
      <FieldError id={`${id}-error`} error={error('allowedOrigins')} />
      <button type="button" className="btn out sm public-start" disabled={full} onClick={add}>
        <Plus size={14} />
        {t('addOrigin')}
      </button>
      <div className="hint">{full ? t('originsFull', { max: limits.allowedOrigins }) : t('originsHint')}</div>
    </div>
  )
}

interface RowProps {
  number: number
  origin: string
  change: (origin: string) => void
  remove: () => void
  leave: () => void
  error: string | undefined
}

function Row({ number, origin, change, remove, leave, error }: RowProps) {
  const t = publicPageTexts.useText()
  const id = useId()
  return (
    <li>
      <div className="row">
        <input
          className="in mono"
          dir="ltr"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          data-path={`allowedOrigins.${number - 1}`}
          aria-label={t('origin', { number })}
          aria-invalid={Boolean(error) || undefined}
          aria-describedby={error ? id : undefined}
          value={origin}
          onChange={(event) => change(event.target.value)}
          onBlur={leave}
        />
        <button type="button" className="ib" aria-label={t('removeOrigin', { number })} onClick={remove}>
          <X size={16} />
        </button>
      </div>
      <FieldError id={id} error={error} />
    </li>
  )
}
