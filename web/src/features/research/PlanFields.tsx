import { limits } from '@parlance/contract/limits'
import { Plus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { formatNumber } from '../../lang/format.ts'
import { described, FieldFrame } from '../../ui/admin/fields/FieldFrame.tsx'
import { SwitchField } from '../../ui/admin/fields/SwitchField.tsx'
import type { ResearchProposal } from './data/api.ts'
import { LineFields } from './LineFields.tsx'
import { researchTexts } from './lang/en.ts'
import { isInRange, mostCost, moved, type Part, type PlanValues, parts } from './planForm.ts'

interface Props {
  proposal: ResearchProposal
  values: PlanValues
  tried: boolean
  change: (values: PlanValues) => void
}

/** The plan and its budget, which the person changes before the research starts. */
export function PlanFields({ proposal, values, tried, change }: Props) {
  const t = researchTexts.useText()
  const understood = useId()
  const list = useRef<HTMLOListElement>(null)
  const [said, say] = useState('')
  const { lines } = values
  const cost = mostCost(values, proposal)
  const setLines = (next: PlanValues['lines']) => change({ ...values, lines: next })
  const add = () => {
    const key = Math.max(-1, ...lines.map((line) => line.key)) + 1
    setLines([...lines, { key, title: '', queries: '' }])
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  return (
    <>
      {proposal.by === 'Words' && <p className="s13 m2">{t('byWords')}</p>}
      {proposal.usesModel && (
        <FieldFrame id={understood} field="understood" label={t('understood')} hint={t('understoodHint')}>
          <textarea
            id={understood}
            className="in"
            dir="auto"
            rows={2}
            maxLength={limits.researchUnderstood}
            value={values.understood}
            {...described(understood, t('understoodHint'), undefined)}
            onChange={(event) => change({ ...values, understood: event.target.value })}
          />
        </FieldFrame>
      )}
      <h3 className="h4">{t('lines')}</h3>
      <ol ref={list} className="research-lines">
        {lines.map((line, at) => (
          <LineFields
            key={line.key}
            line={line}
            number={at + 1}
            lines={lines.length}
            tried={tried}
            change={(next) => setLines(lines.with(at, next))}
            move={(by) => {
              const next = moved(lines, at, by)
              setLines(next)
              say(t('moved', { title: line.title, number: next.indexOf(line) + 1 }))
            }}
            remove={() => setLines(lines.toSpliced(at, 1))}
          />
        ))}
      </ol>
      <p className="hidden" role="status">
        {said}
      </p>
      <button
        type="button"
        className="btn soft sm"
        aria-disabled={lines.length >= limits.researchLines}
        onClick={() => lines.length < limits.researchLines && add()}
      >
        <Plus size={14} />
        {t('addLine')}
      </button>
      <h3 className="h4">{t('where')}</h3>
      {proposal.libraries.count > 0 && (
        <SwitchField
          field="libraries"
          label={t('libraries', { count: proposal.libraries.count })}
          hint={proposal.libraries.names.join(', ')}
          on={values.libraries}
          change={(libraries) => change({ ...values, libraries })}
        />
      )}
      {proposal.web !== null && (
        <SwitchField
          field="web"
          label={t('web', { provider: proposal.web })}
          hint={t('webHint')}
          on={values.web}
          change={(web) => change({ ...values, web })}
        />
      )}
      {tried && !values.libraries && !values.web && (
        <p className="error" role="alert">
          {t('nowhere')}
        </p>
      )}
      <h3 className="h4">{t('budget')}</h3>
      <div className="research-budget">
        {parts
          .filter((part) => proposal.usesModel || part === 'searches' || part === 'minutes')
          .map((part) => (
            <BudgetField key={part} part={part} {...{ proposal, values, tried, change }} />
          ))}
      </div>
      {cost !== null && (
        <p className="s13 m2" role="status">
          {t('cost', {
            cost: formatNumber(cost, { style: 'currency', currency: 'USD', maximumFractionDigits: 2 }),
          })}
        </p>
      )}
      {!proposal.usesModel && <p className="s13 m2">{t('quotes')}</p>}
    </>
  )
}

function BudgetField({ part, proposal, values, tried, change }: Props & { part: Part }) {
  const t = researchTexts.useText()
  const id = useId()
  const range = { least: proposal.least[part], most: proposal.most[part] }
  const error = tried && !isInRange(values, part, proposal) ? t('outOfRange', range) : undefined
  return (
    <FieldFrame id={id} field={part} label={t(part)} hint={t('range', range)} error={error}>
      <input
        id={id}
        className="in num"
        inputMode="numeric"
        dir="ltr"
        value={values.budget[part]}
        {...described(id, t('range', range), error)}
        onChange={(event) => change({ ...values, budget: { ...values.budget, [part]: event.target.value } })}
      />
    </FieldFrame>
  )
}
