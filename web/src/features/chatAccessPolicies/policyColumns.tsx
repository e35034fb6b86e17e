import { Link } from 'react-router'
import type { Column } from '../../ui/admin/listShape.ts'
import { BrandName } from '../brandName/BrandName.tsx'
import type { PoliciesText } from '../policyText/lang/en.ts'
import { isOnePerson, limitText, stateOf, validityText, whoCounted } from '../policyText/policySentence.ts'
import type { PolicyRow } from './data/api.ts'
import { editPath } from './data/policyPaths.ts'
import { EnabledSwitch } from './EnabledSwitch.tsx'

export const policyColumns = (t: PoliciesText, named: (name: string) => string): Column<PolicyRow>[] => [
  {
    key: 'name',
    label: t('columnName'),
    sort: 'name',
    width: '22%',
    cell: ({ chatAccessPolicyId, name, description }) => (
      <>
        <Link to={editPath(chatAccessPolicyId)} className="list-name">
          <bdi>{named(name)}</bdi>
        </Link>
        {description && (
          <div className="small m3 clamp" dir="auto">
            {description}
          </div>
        )}
      </>
    ),
  },
  { key: 'who', label: t('columnWho'), width: '12%', cell: (row) => whoCounted(row, t) },
  {
    key: 'agents',
    label: t('columnAgents'),
    width: '11%',
    cell: ({ allGptSystems, gptSystems }) =>
      allGptSystems ? t('allAgents') : t('agents', { count: gptSystems }),
  },
  {
    key: 'brand',
    label: t('columnBrand'),
    width: '8%',
    cell: ({ brandKey }) =>
      brandKey === null ? <span className="m3">{t('anyBrand')}</span> : <BrandName brandKey={brandKey} />,
  },
  { key: 'limits', label: t('columnLimits'), width: '17%', cell: (row) => <Limits row={row} t={t} /> },
  { key: 'valid', label: t('columnValid'), cell: (row) => <Validity row={row} t={t} /> },
  { key: 'on', label: t('columnOn'), width: '68px', cell: (row) => <EnabledSwitch row={row} /> },
]

function Limits({ row, t }: { row: PolicyRow; t: PoliciesText }) {
  const { limits } = row
  if (limits.length === 0) return <span className="m3">{t('noLimits')}</span>
  return (
    <ul>
      {limits.map((limit) => (
        <li key={`${limit.kind} ${limit.per} ${limit.counted} ${limit.amount}`}>
          {limitText(limit, t, isOnePerson(row))}
        </li>
      ))}
    </ul>
  )
}

function Validity({ row, t }: { row: PolicyRow; t: PoliciesText }) {
  const text = validityText(row.validFrom, row.validTo, t)
  const state = stateOf({ ...row, enabled: true })
  if (!text) return <span className="m3">{t('always')}</span>
  return (
    <>
      {text}
      {state !== 'on' && (
        <div>
          <span className="chip w policy-state">{t(state === 'over' ? 'stateOver' : 'stateWaiting')}</span>
        </div>
      )}
    </>
  )
}
