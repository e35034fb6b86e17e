import { useId } from 'react'
import { Link } from 'react-router'
import { formatList } from '../../../lang/format.ts'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { FieldError } from '../../../ui/admin/fields/FieldFrame.tsx'
import { useAgentName } from '../../../ui/agentName.ts'
import { usePermissionNames } from '../../../ui/permissions/permissionName.tsx'
import { useBrands } from '../../brandName/BrandName.tsx'
import { editPath } from '../../chatAccessPolicies/data/policyPaths.ts'
import { SubjectPicker } from '../../chatAccessPolicies/SubjectPicker.tsx'
import { policiesTexts } from '../../policyText/lang/en.ts'
import { validityText } from '../../policyText/policySentence.ts'
import { managementTexts } from '../lang/en.ts'
import type { Who } from './useWhoMayUse.ts'
import { WhoConflict } from './WhoConflict.tsx'
import type { Access } from './whoMayUse.ts'

type Own = NonNullable<Access['own']>

interface Props {
  who: Who
  /** The user has tried to continue, so a missing answer is reported. */
  tried: boolean
  /** The question is already in a heading above. */
  quiet?: boolean
}

/** Who can use the agent: everyone, selected people and groups, or only people covered by other policies. */
export function WhoMayUseField({ who, tried, quiet = false }: Props) {
  const { access, wanted, change, missing, error } = who
  const t = managementTexts.useText()
  const named = useAgentName()
  const { fullNameOf } = usePermissionNames()
  const id = useId()
  if (!access || !wanted)
    return <p className="hint">{t('whoUnseen', { action: fullNameOf('ChatAccessPoliciesRead') })}</p>
  const shownError = tried && error ? t(error) : undefined
  return (
    <>
      <WhoConflict who={who} />
      <ChoiceField
        field="whoMayUse"
        label={t('whoMayUse')}
        quiet={quiet}
        value={wanted.answer}
        disabled={!change}
        change={(answer) => change?.({ ...wanted, answer })}
        options={[
          { key: 'everyone', label: t('whoEveryone') },
          { key: 'chosen', label: t('whoChosen') },
          { key: 'others', label: t('whoOthers') },
        ]}
      />
      {wanted.answer === 'chosen' ? (
        <SubjectPicker
          subjects={wanted.subjects}
          change={change && ((subjects) => change({ ...wanted, subjects }))}
          error={shownError}
        />
      ) : (
        <FieldError id={`${id}-error`} error={shownError} />
      )}
      {wanted.answer === 'others' && access.others.length === 0 && (
        <p className="hint">{t('whoOthersNone')}</p>
      )}
      {access.own && !access.own.enabled && (
        <p className="hint">{t('whoOff', { name: named(access.own.name) })}</p>
      )}
      {access.own && <Kept own={access.own} />}
      <Others others={access.others} />
      {missing && <p className="hint">{t('whoNeeds', { action: fullNameOf(missing) })}</p>}
    </>
  )
}

/** The conditions of the agent's own policy that stay in place. */
function Kept({ own: { chatAccessPolicyId, name, brandKey, validFrom, validTo } }: { own: Own }) {
  const t = managementTexts.useText()
  const policies = policiesTexts.useText()
  const named = useAgentName()
  const { nameOf } = useBrands()
  const says = [
    ...(brandKey === null ? [] : [t('whoOfBrand', { brand: nameOf(brandKey) })]),
    ...[validityText(validFrom, validTo, policies) ?? []].flat(),
  ]
  if (says.length === 0) return null
  return (
    <p className="hint wrap">
      {t('whoUnchanged', { says: formatList(says) })}{' '}
      <Link to={editPath(chatAccessPolicyId)}>
        <bdi>{named(name)}</bdi>
      </Link>
    </p>
  )
}

/** The other policies that grant access, with links to them. */
function Others({ others }: Pick<Access, 'others'>) {
  const t = managementTexts.useText()
  const named = useAgentName()
  if (others.length === 0) return null
  return (
    <p className="hint wrap">
      {t('whoAlso')}{' '}
      {others.map(({ chatAccessPolicyId, name, everyone }, at) => (
        <span key={chatAccessPolicyId}>
          {at > 0 && t('whoAlsoBetween')}
          <Link to={editPath(chatAccessPolicyId)}>
            <bdi>{named(name)}</bdi>
          </Link>
          {everyone && ` ${t('whoAlsoEveryone')}`}
        </span>
      ))}
    </p>
  )
}
