import { Users } from 'lucide-react'
import { useCoveringPolicies } from '../chatAccessPolicies/data/useCoveringPolicies.ts'
import { agentsTexts } from './lang/en.ts'

/**
 * Who can chat with the agent once it is published. Policies can grant access to all agents, including future
 * ones.
 */
export function WhoGetsIt() {
  const t = agentsTexts.useText()
  const policies = useCoveringPolicies()
  return (
    <p className="strip info">
      <Users size={16} />
      <span className="grow wrap">{sentence(policies, t)}</span>
    </p>
  )
}

function sentence(
  policies: ReturnType<typeof useCoveringPolicies>,
  t: ReturnType<typeof agentsTexts.useText>,
) {
  if (!policies) return t('getsCovered')
  if (policies.length === 0) return t('getsNobody')
  const everyone = policies.find((policy) => policy.everyone)
  if (everyone) return t('getsEveryone', { policy: everyone.name })
  return t('getsSome', { policies: policies.map(({ name }) => name).join(', ') })
}
