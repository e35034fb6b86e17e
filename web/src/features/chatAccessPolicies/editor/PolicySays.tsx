import { useAgentName } from '../../../ui/agentName.ts'
import { useBrands } from '../../brandName/BrandName.tsx'
import { readLimits } from '../../limits/limitRows.ts'
import { policiesTexts } from '../../policyText/lang/en.ts'
import { useGroupName } from '../../policyText/policyGroups.ts'
import { policySentence } from '../../policyText/policySentence.ts'
import type { PolicyValues } from '../policyForm.ts'

/** The policy as a sentence that updates with every change. */
export function PolicySays({ values }: { values: PolicyValues }) {
  const t = policiesTexts.useText()
  const named = useAgentName()
  const groupName = useGroupName()
  const { nameOf } = useBrands()
  const { subjects, gptSystems, brandKey, limits } = values
  const of = (kind: string) => subjects.filter((one) => one.kind === kind)
  const sentence = policySentence(
    {
      ...values,
      people: of('User').map(({ name, id = '' }) => name ?? id),
      groups: of('Group').map(({ id = '' }) => groupName(id)),
      publicEndpoints: of('PublicEndpoint').length,
      gptSystems: gptSystems === 'All' ? 'All' : gptSystems.map(({ name }) => named(name)),
      brand: brandKey === null ? null : nameOf(brandKey),
      limits: readLimits(limits),
    },
    t,
  )
  return <p className="policy-says">{sentence}</p>
}
