import { limits } from '@parlance/contract/limits'
import { Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { FieldFault } from '../../../ui/admin/fields/FieldFrame.tsx'
import { brandsTexts } from '../brandsTexts.ts'

interface Props {
  hostNames: string[]
  change: (hostNames: string[]) => void
  leave: () => void
  fault: (path: string) => string | undefined
  readOnly: boolean
}

/** The addresses whose pages wear the brand, one in a row. */
export function HostNamesField({ hostNames, change, leave, fault, readOnly }: Props) {
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
        {hostNames.map((host, index) => {
          const found = fault(`hostNames.${index}`)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its text changes with each key.
            <li key={index}>
              <div className="row">
                <input
                  className="in mono"
                  dir="ltr"
                  spellCheck={false}
                  autoCapitalize="off"
                  autoComplete="off"
                  data-path={`hostNames.${index}`}
                  aria-label={t('host', { number: index + 1 })}
                  aria-invalid={Boolean(found) || undefined}
                  aria-describedby={found ? `${id}-${index}-fault` : undefined}
                  value={host}
                  disabled={readOnly}
                  onChange={(event) => change(hostNames.with(index, event.target.value))}
                  onBlur={() => {
                    if (host.trim() === '') change(hostNames.toSpliced(index, 1))
                    else leave()
                  }}
                />
                {!readOnly && (
                  <button
                    type="button"
                    className="ib"
                    aria-label={t('removeHost', { number: index + 1 })}
                    onClick={() => change(hostNames.toSpliced(index, 1))}
                  >
                    <X size={16} />
                  </button>
                )}
              </div>
              <FieldFault id={`${id}-${index}-fault`} fault={found} />
            </li>
          )
        })}
      </ul>
      <FieldFault id={`${id}-fault`} fault={fault('hostNames')} />
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
