import { X } from 'lucide-react'
import type { ListControl } from '../../ui/admin/useListAddress.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { areaName, areaNames } from '../frame/screens.ts'
import type { EntryRow } from './data/api.ts'
import { type AuditAddress, outcomes, times } from './data/auditAddress.ts'
import { type AuditLogText, auditLogTexts } from './lang/en.ts'
import { actorName, entryName } from './sentences.ts'
import { useNames } from './useNames.ts'
import '../../ui/admin/list.css'

interface Props {
  address: AuditAddress
  change: (next: Partial<AuditAddress>) => void
  control: ListControl
  /** The source of the names of the selected person and object. */
  rows: readonly EntryRow[]
}

/**
 * Filters by search text, area, outcome and time, and by person and object if chosen from an entry. All filters
 * are in the URL.
 */
export function Filters({ address, change, control, rows }: Props) {
  const t = auditLogTexts.useText()
  const names = useNames()
  const person = rows.find(({ actor }) => actor.userId === address.person)
  const object = rows.find(({ entityId }) => entityId === address.object)
  return (
    <div className="row audit-filters">
      <SearchField
        className="list-search-field"
        label={t('search')}
        value={control.typed}
        change={control.setTyped}
      />
      <Choice
        label={t('areaLabel')}
        value={address.area}
        options={areaOptions(address.area, t)}
        choose={(area) => change({ area })}
      />
      <Choice
        label={t('outcomeLabel')}
        value={address.outcome}
        options={[['', t('allOutcomes')], ...outcomes.map((one) => [one, t(`outcome.${one}`)] as const)]}
        choose={(outcome) => change({ outcome })}
      />
      <Choice
        label={t('timeLabel')}
        value={address.time}
        options={[['', t('allTime')], ...times.map((one) => [one, t(`time.${one}`)] as const)]}
        choose={(time) => change({ time })}
      />
      {address.time === 'between' &&
        (['from', 'to'] as const).map((name) => (
          <input
            key={name}
            type="date"
            className="in audit-day"
            aria-label={t(name)}
            value={address[name]}
            onChange={(event) => change({ [name]: event.target.value })}
          />
        ))}
      {address.person && (
        <Narrowed
          text={t('onlyBy', { name: person ? actorName(person, t) : address.person })}
          remove={() => change({ person: '' })}
        />
      )}
      {address.object && (
        <Narrowed
          text={t('onlyOf', { name: object ? entryName(object, t, names) : address.object })}
          remove={() => change({ object: '' })}
        />
      )}
    </div>
  )
}

/** All areas by name. The area in the URL is among them, even if this version doesn’t know it. */
function areaOptions(chosen: string, t: AuditLogText): (readonly [string, string])[] {
  const all = new Set(areaNames())
  if (chosen) all.add(chosen)
  const options = [...all].map((area) => [area, areaName(area)] as const)
  return [['', t('allAreas')], ...options.sort(([, a], [, b]) => a.localeCompare(b))]
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  choose: (value: string) => void
}

const Choice = ({ label, value, options, choose }: ChoiceProps) => (
  <select
    className="in audit-choice"
    aria-label={label}
    value={value}
    onChange={(event) => choose(event.target.value)}
  >
    {options.map(([key, text]) => (
      <option key={key} value={key}>
        {text}
      </option>
    ))}
  </select>
)

function Narrowed({ text, remove }: { text: string; remove: () => void }) {
  const t = auditLogTexts.useText()
  return (
    <span className="chip p audit-narrowed">
      <bdi className="trunc">{text}</bdi>
      <button type="button" className="ib sm" aria-label={t('removeFilter', { name: text })} onClick={remove}>
        <X size={12} />
      </button>
    </span>
  )
}
