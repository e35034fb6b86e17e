import { limits as most } from '@parlance/contract/limits'
import { Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { FieldError } from '../../ui/admin/fields/FieldFrame.tsx'
import type { Errors } from '../../ui/admin/formState.ts'
import { policiesTexts } from '../policyText/lang/en.ts'
import { type LimitRow, newLimit } from './limitRows.ts'
import { UnpricedNote } from './UnpricedNote.tsx'
import './limits.css'

const kinds = ['Messages', 'Tokens', 'Money'] as const
const periods = ['Day', 'Month'] as const
const counts = ['EachPerson', 'Pool'] as const

interface Props {
  rows: readonly LimitRow[]
  errors: Errors
  readOnly: boolean
  change: (rows: LimitRow[]) => void
  leave: () => void
}

/** Usage limits, one per row. */
export function LimitsField({ rows: limits, errors, readOnly, change, leave }: Props) {
  const t = policiesTexts.useText()
  const rows = useRef<HTMLDivElement>(null)
  const full = limits.length >= most.limitsPerPolicy

  function add() {
    change([...limits, newLimit])
    requestAnimationFrame(() =>
      rows.current?.querySelector<HTMLElement>('fieldset:last-of-type input')?.focus(),
    )
  }

  return (
    <div className="field" data-field="limits" ref={rows}>
      {limits.length > 0 && (
        <div className="limit-rows">
          {limits.map((limit, index) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position, because its content changes while typing.
              key={index}
              number={index + 1}
              limit={limit}
              readOnly={readOnly}
              error={errors[`limits.${index}.amount`]}
              change={(changed) => change(limits.with(index, { ...limit, ...changed }))}
              remove={() => change(limits.toSpliced(index, 1))}
              leave={leave}
            />
          ))}
        </div>
      )}
      {limits.some(({ kind }) => kind === 'Money') && <UnpricedNote />}
      <FieldError id="limits-error" error={errors.limits} />
      {!readOnly && (
        <button type="button" className="btn out sm limit-add" disabled={full} onClick={add}>
          <Plus size={14} />
          {t('addLimit')}
        </button>
      )}
      <div className="hint">{full ? t('limitsFull', { max: most.limitsPerPolicy }) : t('periods')}</div>
    </div>
  )
}

interface RowProps {
  number: number
  limit: LimitRow
  readOnly: boolean
  error: string | undefined
  change: (change: Partial<LimitRow>) => void
  remove: () => void
  leave: () => void
}

function Row({ number, limit, readOnly, error, change, remove, leave }: RowProps) {
  const t = policiesTexts.useText()
  const id = useId()
  return (
    <div>
      <fieldset className="limit-row" disabled={readOnly}>
        <legend className="hidden">{t('limit', { number })}</legend>
        <label>
          {t('amount')}
          <input
            className="in num"
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            data-path={`limits.${number - 1}.amount`}
            aria-invalid={Boolean(error) || undefined}
            aria-describedby={error ? id : undefined}
            value={limit.amount}
            onChange={(event) => change({ amount: event.target.value })}
            onBlur={() => limit.amount !== '' && leave()}
          />
        </label>
        <Select
          label={t('kind')}
          value={limit.kind}
          options={kinds.map((key) => [key, t(`kind${key}`)])}
          change={(kind) => change({ kind })}
        />
        <Select
          label={t('per')}
          value={limit.per}
          options={periods.map((key) => [key, t(`per${key}`)])}
          change={(per) => change({ per })}
        />
        <Select
          label={t('counted')}
          value={limit.counted}
          options={counts.map((key) => [key, t(`counted${key}`)])}
          change={(counted) => change({ counted })}
        />
        {!readOnly && (
          <button
            type="button"
            className="ib limit-remove"
            aria-label={t('removeLimit', { number })}
            onClick={remove}
          >
            <X size={16} />
          </button>
        )}
      </fieldset>
      <FieldError id={id} error={error} />
    </div>
  )
}

interface SelectProps<Key extends string> {
  label: string
  value: Key
  options: (readonly [Key, string])[]
  change: (key: Key) => void
}

function Select<Key extends string>({ label, value, options, change }: SelectProps<Key>) {
  return (
    <label>
      {label}
      <select className="in" value={value} onChange={(event) => change(event.target.value as Key)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
