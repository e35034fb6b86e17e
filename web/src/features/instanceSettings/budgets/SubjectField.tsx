import { Bot, Palette, UsersRound } from 'lucide-react'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { ChosenList } from '../../../ui/admin/fields/ChosenList.tsx'
import { FieldError } from '../../../ui/admin/fields/FieldFrame.tsx'
import { type Findable, Finder } from '../../../ui/admin/fields/Finder.tsx'
import { usePermissionNames } from '../../../ui/permissions/permissionName.tsx'
import { useFoundAgents } from '../../agents/data/useFoundAgents.ts'
import { useMayListBrands } from '../../brandName/BrandName.tsx'
import { useFoundBrands } from '../../brandName/useFoundBrands.ts'
import { GroupFinder } from '../../chatAccessPolicies/editor/GroupFinder.tsx'
import { useGroupName } from '../../policyText/policyGroups.ts'
import type { Budget } from '../data/budgetsApi.ts'
import { type BudgetValues, kinds, takenOf } from './budgetForm.ts'
import { budgetsTexts } from './lang/en.ts'

interface Props {
  values: BudgetValues
  budgets: readonly Budget[]
  error: string | undefined
  change: (change: Partial<BudgetValues>) => void
}

const icons = { Brand: Palette, Agent: Bot, Group: UsersRound }
const hints = { Brand: 'brandHint', Agent: 'agentHint', Group: 'groupHint' } as const
const errorId = 'budget-subject-error'

/** Chooses the brand, the agent, or the group that a new budget applies to. */
export function SubjectField({ values: { kind, chosen }, budgets, error, change }: Props) {
  const t = budgetsTexts.useText()
  return (
    <>
      <ChoiceField
        field="kind"
        label={t('kind')}
        value={kind}
        options={kinds.map((key) => ({ key, label: t(`kind.${key}`) }))}
        change={(next) => next !== kind && change({ kind: next, chosen: null })}
      />
      <div className="field" data-field="subject">
        {chosen ? (
          <ChosenList
            label={t('chosen')}
            items={[{ ...chosen, Icon: icons[kind] }]}
            remove={() => change({ chosen: null })}
          />
        ) : (
          // Each kind searches with hooks of its own.
          <SubjectFinder
            key={kind}
            kind={kind}
            without={takenOf(budgets, kind)}
            invalid={error !== undefined}
            choose={({ key, name }) => change({ chosen: { key, name } })}
          />
        )}
        <div className="hint">{t(hints[kind])}</div>
        <FieldError id={errorId} error={error} />
      </div>
    </>
  )
}

interface FinderProps {
  kind: BudgetValues['kind']
  without: ReadonlySet<string>
  invalid: boolean
  choose: (item: Findable) => void
}

function SubjectFinder({ kind, without, invalid, choose }: FinderProps) {
  const t = budgetsTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const groupName = useGroupName()
  const mayListBrands = useMayListBrands()
  const field = { without, invalid, describedBy: invalid ? errorId : undefined }
  if (kind === 'Group')
    return <GroupFinder choose={(groupId) => choose({ key: groupId, name: groupName(groupId) })} {...field} />
  if (kind === 'Agent')
    return <Finder label={t('findAgent')} useFound={useFoundAgents} choose={choose} {...field} />
  return mayListBrands ? (
    <Finder label={t('findBrand')} useFound={useFoundBrands} choose={choose} {...field} />
  ) : (
    <p className="hint">{t('brandsNeed', { action: fullNameOf('BrandsRead') })}</p>
  )
}
