import { skipToken } from '@reduxjs/toolkit/query'
import { useState } from 'react'
import { LoadError } from '../../ui/LoadError.tsx'
import { Panel } from '../frame/Panel.tsx'
import type { ExplainerSubject } from '../openers/explainer.ts'
import { Answer } from './Answer.tsx'
import { type Asked, accessExplanationsApi, type ThingKind } from './data/api.ts'
import { explainTexts } from './lang/en.ts'
import type { Chosen } from './OneChoice.tsx'
import { PersonChoice } from './PersonChoice.tsx'
import { ThingChoice } from './ThingChoice.tsx'
import './explain.css'

interface Props extends ExplainerSubject {
  onClose: () => void
}

/**
 * Explains whether and why a user can use something. One part is known already, and the other is chosen here.
 */
export function ExplainPanel({ userId, personName, gptSystemId, onClose }: Props) {
  const t = explainTexts.useText()
  const [person, setPerson] = useState<Chosen | undefined>(
    userId ? { id: userId, ...(personName ? { name: personName } : {}) } : undefined,
  )
  const [kind, setKind] = useState<ThingKind>('GptSystem')
  const [thing, setThing] = useState<Chosen | undefined>(gptSystemId ? { id: gptSystemId } : undefined)
  const asked: Asked | undefined = person && thing && { userId: person.id, kind, id: thing.id }
  const { currentData, error, isFetching, refetch } = accessExplanationsApi.useExplainAccessQuery(
    asked ?? skipToken,
    { refetchOnMountOrArgChange: true },
  )

  return (
    <Panel title={t('title')} wide close={onClose}>
      <p className="m2 s13">{t('intro')}</p>
      <PersonChoice person={person} known={currentData?.person.name} choose={setPerson} />
      <ThingChoice
        kind={kind}
        thing={thing}
        known={currentData?.thing.name ?? undefined}
        chooseKind={(next) => {
          setKind(next)
          setThing(undefined)
        }}
        choose={setThing}
      />
      <div aria-live="polite" aria-busy={isFetching}>
        {asked && error && !isFetching ? (
          <LoadError error={error} retry={refetch} />
        ) : asked && currentData ? (
          <Answer explanation={currentData} kind={kind} close={onClose} />
        ) : (
          isFetching && <p className="m2 s13">{t('loading')}</p>
        )}
      </div>
    </Panel>
  )
}
