import { limits } from '@parlance/contract/limits'
import { Globe, UserRound, UsersRound } from 'lucide-react'
import { useId } from 'react'
import { ChosenList } from '../../ui/admin/fields/ChosenList.tsx'
import { FieldError } from '../../ui/admin/fields/FieldFrame.tsx'
import { Finder } from '../../ui/admin/fields/Finder.tsx'
import { usePermissionNames } from '../../ui/permissions/permissionName.tsx'
import { useFoundPeople, useMayFindPeople } from '../people/data/useFoundPeople.ts'
import { policiesTexts } from '../policyText/lang/en.ts'
import { useGroupName } from '../policyText/policyGroups.ts'
import { GroupFinder } from './editor/GroupFinder.tsx'
import type { Subject } from './policyForm.ts'
import './policies.css'

const icons = { User: UserRound, Group: UsersRound, PublicEndpoint: Globe, EveryoneSignedIn: UsersRound }
const kinds = {
  User: 'person',
  Group: 'group',
  PublicEndpoint: 'publicPage',
  EveryoneSignedIn: 'everyone',
} as const
const keyOf = ({ kind, id }: Subject) => `${kind} ${id}`

interface Props {
  subjects: readonly Subject[]
  /** Undefined if it is read-only. */
  change?: ((subjects: Subject[]) => void) | undefined
  error?: string | undefined
}

/** Selects people and directory groups. Public pages are listed here, but selected on their own screens. */
export function SubjectPicker({ subjects, change, error }: Props) {
  const t = policiesTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const id = useId()
  const groupName = useGroupName()
  const mayFindPeople = useMayFindPeople()
  const full = subjects.length >= limits.subjectsPerPolicy - 1
  const idsOf = (kind: Subject['kind']) =>
    new Set(subjects.flatMap((one) => (one.kind === kind && one.id ? [one.id] : [])))
  const add = (subject: Subject) => {
    if (!subjects.some((one) => keyOf(one) === keyOf(subject))) change?.([...subjects, subject])
  }
  const field = { invalid: Boolean(error), describedBy: error ? `${id}-error` : undefined }

  return (
    <div className="field" data-field="subjects">
      <ChosenList
        label={t('subjects')}
        items={subjects.map((one) => ({
          key: keyOf(one),
          name: nameOf(one, groupName),
          note: t(kinds[one.kind]),
          Icon: icons[one.kind],
        }))}
        remove={change && (({ key }) => change(subjects.filter((one) => keyOf(one) !== key)))}
      />
      {change && !full && (
        <div className="time-pair">
          {mayFindPeople ? (
            <Finder
              label={t('addPerson')}
              useFound={useFoundPeople}
              without={idsOf('User')}
              choose={({ key, name }) => add({ kind: 'User', id: key, name })}
              {...field}
            />
          ) : (
            <p className="hint">{t('peopleNeed', { action: fullNameOf('UserRead') })}</p>
          )}
          <GroupFinder
            without={idsOf('Group')}
            choose={(groupId) => add({ kind: 'Group', id: groupId })}
            {...field}
          />
        </div>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

const nameOf = ({ kind, id = '', name }: Subject, groupName: (id: string) => string) =>
  kind === 'Group' ? groupName(id) : (name ?? id)
