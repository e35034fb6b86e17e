import { KeyRound, LogIn, type LucideIcon, Plus, Power, UserPlus, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAgentName } from '../../ui/agentName.ts'
import { useNavigateNow } from '../../ui/navigate.ts'
import { usePermissionNames } from '../../ui/permissions/permissionName.tsx'
import {
  editPath,
  newPolicyPath,
  type Suggestion,
  suggesting,
} from '../chatAccessPolicies/data/policyPaths.ts'
import { useActions } from '../currentUser/data/useActions.ts'
import { profilePath } from '../users/data/userPaths.ts'
import type { Explanation, ThingKind } from './data/api.ts'
import { type Offer, offersOf } from './explaining.ts'
import { explainTexts } from './lang/en.ts'

interface Props {
  explanation: Explanation
  kind: ThingKind
  close: () => void
}

/**
 * The changes that would grant access. A link opens the policy with the change entered, for review before
 * saving.
 */
export function Offers({ explanation, kind, close }: Props) {
  const t = explainTexts.useText()
  const { held } = useActions()
  const offers = offersOf(explanation, kind).filter((offer) => isFor(offer, held))
  if (offers.length === 0) return null
  return (
    <section aria-label={t('change')}>
      <h3 className="h4">{t('change')}</h3>
      <ul className="explain-offers">
        {offers.map((offer) => (
          <li key={JSON.stringify(offer)}>
            <OneOffer offer={offer} explanation={explanation} close={close} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function isFor({ does }: Offer, held: ReadonlySet<string>): boolean {
  if (does === 'addPerson' || does === 'addAgent' || does === 'switchOn')
    return held.has('ChatAccessPoliciesWrite')
  if (does === 'newPolicy') return held.has('ChatAccessPoliciesCreate')
  return does !== 'openPerson' || held.has('UserRead')
}

function OneOffer({ offer, explanation, close }: Omit<Props, 'kind'> & { offer: Offer }) {
  const t = explainTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const named = useAgentName()
  const { held } = useActions()
  const navigate = useNavigateNow()
  const { userId, name: person } = explanation.person
  const subject = { kind: 'User' as const, id: userId, name: person }
  const gptSystem = { gptSystemId: explanation.thing.id, name: explanation.thing.name ?? '' }
  const open = (path: string, suggestion?: Suggestion) => {
    close()
    void navigate(path, suggestion && suggesting(suggestion))
  }

  switch (offer.does) {
    case 'addPerson':
      return (
        <>
          <Act Icon={UserPlus} act={() => open(editPath(offer.policyId), { subject })}>
            {t('addToPolicy', { name: named(offer.name) })}
          </Act>
          <p className="hint">{t('addToPolicyHint', { person })}</p>
        </>
      )
    case 'switchOn':
      return (
        <Act Icon={Power} act={() => open(editPath(offer.policyId), { enabled: true })}>
          {t('switchOnPolicy', { name: named(offer.name) })}
        </Act>
      )
    case 'addAgent':
      return (
        <Act Icon={Plus} act={() => open(editPath(offer.policyId), { gptSystem })}>
          {t('addAgentToPolicy', { name: named(offer.name) })}
        </Act>
      )
    case 'newPolicy':
      return (
        <Act Icon={Plus} act={() => open(newPolicyPath, { subject, gptSystem })}>
          {t('newPolicy', { person })}
        </Act>
      )
    case 'openPerson':
      return (
        <Act Icon={UserRound} act={() => open(profilePath(userId))}>
          {t('openPerson', { person })}
        </Act>
      )
    case 'giveRole':
      return (
        <>
          <Note Icon={KeyRound}>{t('giveRole', { person, action: fullNameOf(offer.action) })}</Note>
          {held.has('UserRead') && (
            <Act Icon={UserRound} act={() => open(profilePath(userId))}>
              {t('openPerson', { person })}
            </Act>
          )}
        </>
      )
    case 'signInAgain':
      return <Note Icon={LogIn}>{t('signInAgain', { person })}</Note>
    case 'publish':
      return <Note Icon={Power}>{t('publishIt')}</Note>
    case 'switchOnFlag':
      return <Note Icon={Power}>{t('switchOnFlag', { name: offer.name })}</Note>
  }
}

interface Part {
  Icon: LucideIcon
  children: ReactNode
}

const Act = ({ Icon, act, children }: Part & { act: () => void }) => (
  <button type="button" className="btn soft sm explain-act" onClick={act}>
    <Icon size={14} />
    <span className="trunc">{children}</span>
  </button>
)

const Note = ({ Icon, children }: Part) => (
  <p className="row s13 explain-note">
    <Icon size={14} className="m3" />
    <span className="grow">{children}</span>
  </p>
)
