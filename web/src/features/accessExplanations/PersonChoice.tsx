import { UserRound } from 'lucide-react'
import { usePermissionNames } from '../../ui/permissions/permissionName.tsx'
import { useFoundPeople, useMayFindPeople } from '../people/data/useFoundPeople.ts'
import { explainTexts } from './lang/en.ts'
import { type Chosen, OneChoice } from './OneChoice.tsx'

interface Props {
  person: Chosen | undefined
  /** The name from the explanation. */
  known: string | undefined
  choose: (person: Chosen | undefined) => void
}

export function PersonChoice({ person, known, choose }: Props) {
  const t = explainTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const mayFind = useMayFindPeople()
  return (
    <div className="field">
      <span className="switch-label">{t('person')}</span>
      {person || mayFind ? (
        <OneChoice
          label={t('findPerson')}
          Icon={UserRound}
          useFound={useFoundPeople}
          chosen={person && (known ?? person.name ?? t('thisPerson'))}
          choose={choose}
        />
      ) : (
        <p className="hint">{t('peopleNeed', { action: fullNameOf('UserRead') })}</p>
      )}
    </div>
  )
}
