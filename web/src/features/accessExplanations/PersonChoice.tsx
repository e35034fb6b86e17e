import { UserRound } from 'lucide-react'
import { Finder } from '../../ui/admin/fields/Finder.tsx'
import { useFoundPeople, useMayFindPeople } from '../people/useFoundPeople.ts'
import { ChosenOne } from './ChosenOne.tsx'
import { explainTexts } from './explainTexts.ts'
import type { Chosen } from './ThingChoice.tsx'

interface Props {
  person: Chosen | undefined
  /** The name as the answer has it. */
  known: string | undefined
  choose: (person: Chosen | undefined) => void
}

export function PersonChoice({ person, known, choose }: Props) {
  const t = explainTexts.useText()
  const mayFind = useMayFindPeople()
  return (
    <div className="field">
      <span className="switch-label">{t('person')}</span>
      {person ? (
        <ChosenOne
          name={known ?? person.name ?? t('thisPerson')}
          Icon={UserRound}
          change={() => choose(undefined)}
        />
      ) : !mayFind ? (
        <p className="hint">{t('peopleNeed', { action: 'UserRead' })}</p>
      ) : (
        <Finder
          label={t('findPerson')}
          useFound={useFoundPeople}
          choose={({ key, name }) => choose({ id: key, name })}
        />
      )}
    </div>
  )
}
