import { formatMoment } from '../../../lang/format.ts'
import { useAgentName } from '../../../ui/agentName.ts'
import { useBrands } from '../../brandName/BrandName.tsx'
import { readLimits } from '../../limits/limitRows.ts'
import { policiesTexts } from '../../policyText/lang/en.ts'
import { INCOMPLETE } from '../../policyText/localTimes.ts'
import { useGroupName } from '../../policyText/policyGroups.ts'
import { limitText } from '../../policyText/policySentence.ts'
import type { PolicyField, PolicyValues } from '../policyForm.ts'

/** A field's value as text, shown in the edit conflict dialog. */
export function PolicyValue({ field, value }: { field: PolicyField; value: PolicyValues[PolicyField] }) {
  const lines = useLines()(field, value)
  const t = policiesTexts.useText()
  if (lines.length === 0) return <span className="m3">{t('nothing')}</span>
  return (
    <ul className="policy-value">
      {lines.map((line) => (
        <li key={line}>
          <bdi>{line}</bdi>
        </li>
      ))}
    </ul>
  )
}

function useLines() {
  const t = policiesTexts.useText()
  const named = useAgentName()
  const groupName = useGroupName()
  const { nameOf } = useBrands()
  return (field: PolicyField, value: PolicyValues[PolicyField]): string[] => {
    const values = { [field]: value } as Partial<PolicyValues>
    const { subjects, gptSystems, limits, brandKey } = values
    if (typeof value === 'boolean') return [t(value ? 'yes' : 'no')]
    if (subjects)
      return subjects.map(({ kind, id = '', name }) => (kind === 'Group' ? groupName(id) : (name ?? id)))
    if (gptSystems) return gptSystems === 'All' ? [t('allAgents')] : gptSystems.map(({ name }) => named(name))
    if (limits) return readLimits(limits).map((limit) => limitText(limit, t))
    if (field === 'brandKey') return [brandKey ? nameOf(brandKey) : t('everyBrand')]
    if (typeof value !== 'string' || value === '' || value === INCOMPLETE) return []
    const isTime = field === 'validFrom' || field === 'validTo'
    return [isTime ? formatMoment(value) : value]
  }
}
