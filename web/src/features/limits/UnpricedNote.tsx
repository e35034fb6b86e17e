import { CircleAlert } from 'lucide-react'
import { formatList } from '../../lang/format.ts'
import { useActions } from '../currentUser/data/useActions.ts'
import { flagsOn, instanceApi } from '../instance/data/api.ts'
import { instanceSettingsApi, pageFlag } from '../instanceSettings/data/api.ts'
import { policiesTexts } from '../policyText/lang/en.ts'

/** For money limits: lists deployments without a price, for users who can see them. */
export function UnpricedNote() {
  const t = policiesTexts.useText()
  const flags = instanceApi.useListFeatureFlagsQuery()
  const isShown = flags.data !== undefined && flagsOn(flags.data).has(pageFlag)
  const mayKnow = useActions().held.has('InstanceSettingsRead') && isShown
  const { data = [] } = instanceSettingsApi.useListDeploymentsQuery(undefined, { skip: !mayKnow })
  const unpriced = data.filter(({ purposes, gone, price }) => purposes.includes('Chat') && !gone && !price)
  if (!mayKnow || unpriced.length === 0) return null
  const names = formatList(unpriced.map(({ deploymentName }) => t('isolated', { name: deploymentName })))
  return (
    <p className="strip w limit-unpriced" role="status">
      <CircleAlert size={16} />
      {t('unpriced', { names, count: unpriced.length })}
    </p>
  )
}
