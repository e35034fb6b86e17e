import { type ScreenName, screens } from '@parlance/contract/screens'
import { ShieldCheck, ShieldQuestionMark, ShieldX } from 'lucide-react'
import { useAgentName } from '../../ui/agentName.ts'
import { usePermissionNames } from '../../ui/permissions/permissionName.tsx'
import { screenTitle } from '../frame/screens.ts'
import { useGroupName } from '../policyText/policyGroups.ts'
import { Chain } from './Chain.tsx'
import type { Explanation, ThingKind } from './data/api.ts'
import { answerOf } from './explaining.ts'
import { explainTexts } from './lang/en.ts'
import { Offers } from './Offers.tsx'

interface Props {
  explanation: Explanation
  kind: ThingKind
  close: () => void
}

/** The answer in one sentence, what would change it, and everything that was checked. */
export function Answer({ explanation, kind, close }: Props) {
  const t = explainTexts.useText()
  const named = useAgentName()
  const groupName = useGroupName()
  const { fullNameOf: permissionName } = usePermissionNames()
  const { allowed, chain, thing } = explanation
  const name =
    kind === 'Screen' ? pageTitle(thing.id) : thing.name === null ? t('thisAgent') : named(thing.name)
  const unknown = !allowed && chain.some(({ outcome }) => outcome === 'Unknown')
  const blocked = chain.some(({ outcome }) => outcome === 'Blocks')
  const [tone, Icon] = allowed
    ? (['ok', ShieldCheck] as const)
    : unknown && !blocked
      ? (['w', ShieldQuestionMark] as const)
      : (['e', ShieldX] as const)
  return (
    <div className="explain-answer">
      <p className={`explain-says ${tone}`}>
        <Icon size={20} />
        <span className="grow">
          {answerOf(explanation, kind, name, { t, groupName, permissionName, named })}
        </span>
      </p>
      <Offers explanation={explanation} kind={kind} close={close} />
      <Chain explanation={explanation} close={close} />
    </div>
  )
}

/** A page’s title. The URL can name a page that doesn’t exist. */
const pageTitle = (name: string) => (name in screens ? screenTitle(name as ScreenName) : name)
