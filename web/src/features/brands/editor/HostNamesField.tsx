import { limits } from '@parlance/contract/limits'
import { Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { FieldError } from '../../../ui/admin/fields/FieldFrame.tsx'
import { brandsTexts } from '../lang/en.ts'

interface Props {
  hostNames: string[]
  change: (hostNames: string[]) => void
  leave: () => void
  error: (path: string) => string | undefined
  readOnly: boolean
}

/** The host names whose pages use the brand, one per row. */
export function HostNamesField({ hostNames, change, leave, error, readOnly }: Props) {
  const t = brandsTexts.useText()
  const id = useId()
  const rows = useRef<HTMLDivElement>(null)
  const full = hostNames.length >= limits.hostNamesPerBrand

  function add() {
    change([...hostNames, ''])
    requestAnimationFrame(() => rows.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }

  return (
    <div className="field" data-field="hostNames" ref={rows}>
      <span className="switch-label" id={id}>
        {t('hosts')}
      </span>
      <ul className="host-rows" aria-labelledby={id}>
        {hostNames.map((host, index) => (
          <HostRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position, because its text changes while typing.
            key={index}
            number={index + 1}
            host={host}
            change={(typed) => change(hostNames.with(index, typed))}
            remove={() => change(hostNames.toSpliced(index, 1))}
            leave={leave}
            error={error(`hostNames.${index}`)}
            readOnly={readOnly}
          />
        ))}
      </ul>
      <FieldError id={`${id}-error`} error={error('hostNames')} />
      {!readOnly && (
        <button type="button" className="btn out sm host-add" disabled={full} onClick={add}>
          <Plus size={14} />
          {t('addHost')}
        </button>
      )}
      <div className="hint">{full ? t('hostsFull', { max: limits.hostNamesPerBrand }) : t('hostsHint')}</div>
    </div>
  )
}

interface RowProps {
  number: number
  host: string
  change: (host: string) => void
  remove: () => void
  leave: () => void
  error: string | undefined
  readOnly: boolean
}

function HostRow({ number, host, change, remove, leave, error, readOnly }: RowProps) {
  const t = brandsTexts.useText()
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
          data-path={`hostNames.${number - 1}`}
          aria-label={t('host', { number })}
          aria-invalid={Boolean(error) || undefined}
          aria-describedby={error ? id : undefined}
          value={host}
          disabled={readOnly}
          onChange={(event) => change(event.target.value)}
          onBlur={leave}
        />
        {!readOnly && (
          <button type="button" className="ib" aria-label={t('removeHost', { number })} onClick={remove}>
            <X size={16} />
          </button>
        )}
      </div>
      <FieldError id={id} error={error} />
    </li>
  )
}
