import { Ban, Check, CircleQuestionMark, type LucideIcon, Minus } from 'lucide-react'
import { Link } from 'react-router'
import { useAgentName } from '../../ui/agentName.ts'
import { usePermissionNames } from '../../ui/permissions/permissionName.tsx'
import { editPath as policyPath } from '../chatAccessPolicies/data/policyPaths.ts'
import { useActions } from '../currentUser/data/useActions.ts'
import { useGroupName } from '../policyText/policyGroups.ts'
import { rolePath } from '../userRoles/data/rolePaths.ts'
import { profilePath } from '../users/data/userPaths.ts'
import type { ChainLink, Explanation } from './data/api.ts'
import { isBeside, linkSentence, sameLink } from './explaining.ts'
import { explainTexts } from './lang/en.ts'

const outcomes: Record<ChainLink['outcome'], [LucideIcon, string]> = {
  Gives: [Check, 'chip ok'],
  Blocks: [Ban, 'chip e'],
  Nothing: [Minus, 'chip'],
  Unknown: [CircleQuestionMark, 'chip w'],
}

/** Reasons that neither grant nor block access by themselves. */
const fine: readonly ChainLink['reason'][] = ['enabled', 'published', 'flagOn']

interface Props {
  explanation: Explanation
  close: () => void
}

/** Everything that was checked, in order. Policies about something else are collapsed. */
export function Chain({ explanation, close }: Props) {
  const t = explainTexts.useText()
  const { chain, decidedBy } = explanation
  const beside = chain.filter(isBeside)
  const items = (links: ChainLink[]) =>
    links.map((link) => (
      <Item
        key={`${link.kind} ${link.reason} ${link.id} ${link.groupId} ${link.action}`}
        link={link}
        explanation={explanation}
        decided={decidedBy !== null && sameLink(link, decidedBy)}
        close={close}
      />
    ))
  return (
    <section aria-label={t('chain')}>
      <h3 className="h4">{t('chain')}</h3>
      <ol className="explain-chain">{items(chain.filter((link) => !isBeside(link)))}</ol>
      {beside.length > 0 && (
        <details className="explain-beside">
          <summary className="s13 m2">{t('beside', { count: beside.length })}</summary>
          <ol className="explain-chain">{items(beside)}</ol>
        </details>
      )}
    </section>
  )
}

function Item({ link, explanation, decided, close }: Props & { link: ChainLink; decided: boolean }) {
  const t = explainTexts.useText()
  const named = useAgentName()
  const groupName = useGroupName()
  const { fullNameOf: permissionName } = usePermissionNames()
  const path = usePath(link, explanation.person.userId)
  const isFine = link.outcome === 'Nothing' && fine.includes(link.reason)
  const [Icon, look] = isFine ? ([Check, 'chip'] as const) : outcomes[link.outcome]
  const [before, after] = linkSentence(link, explanation.person.name, { t, groupName, permissionName, named })
  const name = <bdi>{link.name && named(link.name)}</bdi>
  return (
    <li className="explain-link" data-decided={decided || undefined}>
      <span className={look}>
        <Icon size={14} />
        {t(isFine ? 'outcomeFine' : `outcome${link.outcome}`)}
      </span>
      <span className="grow s13">
        {path !== undefined && after === undefined ? (
          <Link to={path} onClick={close}>
            {before}
          </Link>
        ) : (
          before
        )}
        {after !== undefined && (
          <>
            {path === undefined ? (
              name
            ) : (
              <Link to={path} onClick={close}>
                {name}
              </Link>
            )}
            {after}
          </>
        )}
        {decided && <span className="small m3 explain-decided">{t('decided')}</span>}
      </span>
    </li>
  )
}

/** Returns the page of a link's object, if the user can open it. */
function usePath({ kind, id, reason }: ChainLink, userId: string): string | undefined {
  const { held } = useActions()
  if (kind === 'Policy' && id && held.has('ChatAccessPoliciesRead')) return policyPath(id)
  if (kind === 'Action' && id && held.has('UserRolesRead')) return rolePath(id)
  return kind === 'Account' && reason === 'disabled' && held.has('UserRead') ? profilePath(userId) : undefined
}
