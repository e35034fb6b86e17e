import { limits } from '@parlance/contract/limits'
import { UsersRound } from 'lucide-react'
import { useId } from 'react'
import { ChosenList } from '../../../ui/admin/fields/ChosenList.tsx'
import { FieldFrame } from '../../../ui/admin/fields/FieldFrame.tsx'
import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import { usePermissionNames } from '../../../ui/permissions/permissionName.tsx'
import { useBrands, useMayListBrands } from '../../brandName/BrandName.tsx'
import { GroupFinder } from '../../chatAccessPolicies/editor/GroupFinder.tsx'
import { useGroupName } from '../../policyText/policyGroups.ts'
import { type AnnouncementValues, canShowVisitors, showsVisitors } from './announcementForm.ts'
import { announcementSettingsTexts } from './lang/en.ts'

interface Props {
  values: AnnouncementValues
  change: (change: Partial<AnnouncementValues>) => void
}

/** Who an announcement is for, and on which pages it appears. */
export function AudienceFields({ values, change }: Props) {
  const t = announcementSettingsTexts.useText()
  const groupName = useGroupName()
  const { groupIds } = values
  return (
    <>
      <div className="field" data-field="groupIds">
        <div className="switch-label">{t('groups')}</div>
        <ChosenList
          label={t('groups')}
          items={groupIds.map((groupId) => ({ key: groupId, name: groupName(groupId), Icon: UsersRound }))}
          remove={({ key }) => change({ groupIds: groupIds.filter((one) => one !== key) })}
        />
        {groupIds.length < limits.announcementGroups && (
          // A new one after each choice, so that the field is empty again.
          <GroupFinder
            key={groupIds.length}
            without={new Set(groupIds)}
            invalid={false}
            describedBy={undefined}
            choose={(groupId) => !groupIds.includes(groupId) && change({ groupIds: [...groupIds, groupId] })}
          />
        )}
        <div className="hint">{t('groupsHint')}</div>
      </div>
      <BrandField values={values} change={change} />
      {canShowVisitors(values) && (
        <SwitchField
          field="visitors"
          label={t('visitors')}
          hint={t(values.importance === 'Maintenance' ? 'visitorsMaintenance' : 'visitorsImportant')}
          on={showsVisitors(values)}
          change={(visitors) => change({ visitors })}
        />
      )}
    </>
  )
}

function BrandField({ values: { brandKey }, change }: Props) {
  const t = announcementSettingsTexts.useText()
  const id = useId()
  const { brands } = useBrands()
  const { fullNameOf } = usePermissionNames()
  const mayList = useMayListBrands()
  // A brand that was deleted, or that the user can't list, is still shown.
  const isListed = brands.some((one) => one.brandKey === brandKey)
  const options = brandKey === null || isListed ? brands : [{ brandKey, name: brandKey }, ...brands]
  return (
    <FieldFrame
      id={id}
      field="brandKey"
      label={t('brand')}
      hint={mayList ? undefined : t('brandsNeed', { action: fullNameOf('BrandsRead') })}
    >
      <select
        id={id}
        className="in"
        value={brandKey ?? ''}
        onChange={({ target }) => change({ brandKey: target.value || null })}
      >
        <option value="">{t('everyBrand')}</option>
        {options.map((one) => (
          <option key={one.brandKey} value={one.brandKey}>
            {one.name}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
