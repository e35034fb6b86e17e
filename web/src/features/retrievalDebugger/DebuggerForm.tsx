import { UserRound } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useHoldPage } from '../../base/useHoldPage.ts'
import { ChosenList } from '../../ui/admin/fields/ChosenList.tsx'
import { FieldError } from '../../ui/admin/fields/FieldFrame.tsx'
import { Finder } from '../../ui/admin/fields/Finder.tsx'
import { TextField } from '../../ui/admin/fields/TextField.tsx'
import { OneChoice } from '../accessExplanations/OneChoice.tsx'
import { useActions } from '../currentUser/data/useActions.ts'
import { useFoundLibraries } from '../dataSources/data/useFoundLibraries.ts'
import { useFoundPeople } from '../people/data/useFoundPeople.ts'
import type { Asked } from './data/api.ts'
import { type DebuggerValues, debuggerErrors, debuggerInput, MOST_PASSAGES } from './debuggerForm.ts'
import { debuggerTexts } from './lang/en.ts'
import { VersionField } from './VersionField.tsx'
import '../../ui/admin/edit.css'

interface Props {
  initial: DebuggerValues
  gptSystemId: string | undefined
  busy: boolean
  ask: (asked: Asked) => void
}

export function DebuggerForm({ initial, gptSystemId, busy, ask }: Props) {
  const t = debuggerTexts.useText()
  const { held } = useActions()
  const [values, setValues] = useState(initial)
  const [tried, setTried] = useState(false)
  const ofAgent = gptSystemId !== undefined
  const errors = tried ? debuggerErrors(values, ofAgent, t) : {}
  useHoldPage(values.question !== '')
  // Until the versions of the agent are loaded, or if there are none.
  const isWaiting = ofAgent && values.stateId === ''
  const set = (changed: Partial<DebuggerValues>) => setValues((now) => ({ ...now, ...changed }))

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (busy || Object.keys(debuggerErrors(values, ofAgent, t)).length > 0) return
    if (!isWaiting) ask(debuggerInput(values, ofAgent))
  }

  return (
    <form className="card debugger-form" noValidate onSubmit={submit}>
      <TextField
        field="question"
        label={t('question')}
        value={values.question}
        change={(question) => set({ question })}
        error={errors.question}
      />
      {ofAgent ? (
        <VersionField
          gptSystemId={gptSystemId}
          value={values.stateId}
          change={(stateId) => set({ stateId })}
        />
      ) : (
        <LibraryField
          libraries={values.libraries}
          change={(libraries) => set({ libraries })}
          error={errors.libraries}
        />
      )}
      {held.has('UserRead') && (
        <div className="field">
          <span className="switch-label">{t('person')}</span>
          <OneChoice
            label={t('findPerson')}
            Icon={UserRound}
            useFound={useFoundPeople}
            chosen={values.person?.name}
            choose={(one) => set({ person: one && { id: one.id, name: one.name ?? '' } })}
          />
          <p className="hint">{t('personHint')}</p>
        </div>
      )}
      <div className="debugger-numbers">
        <TextField
          field="limit"
          label={t('limit')}
          hint={t('limitHint', { max: MOST_PASSAGES })}
          value={values.limit}
          change={(limit) => set({ limit })}
          error={errors.limit}
        />
        <TextField
          field="minimumScore"
          label={t('minimumScore')}
          hint={t('minimumHint')}
          value={values.minimumScore}
          change={(minimumScore) => set({ minimumScore })}
          error={errors.minimumScore}
        />
      </div>
      <div>
        <button type="submit" className="btn pri" aria-disabled={busy || isWaiting}>
          {busy ? t('searching') : t('search')}
        </button>
      </div>
    </form>
  )
}

interface LibraryProps {
  libraries: DebuggerValues['libraries']
  change: (libraries: DebuggerValues['libraries']) => void
  error: string | undefined
}

function LibraryField({ libraries, change, error }: LibraryProps) {
  const t = debuggerTexts.useText()
  const id = useId()
  return (
    <div className="field" data-field="libraries">
      <span className="switch-label">{t('libraries')}</span>
      <ChosenList
        label={t('libraries')}
        items={libraries}
        remove={({ key }) => change(libraries.filter((one) => one.key !== key))}
      />
      <Finder
        label={t('addLibrary')}
        useFound={useFoundLibraries}
        choose={(library) => change([...libraries, library])}
        without={new Set(libraries.map(({ key }) => key))}
        invalid={Boolean(error)}
        describedBy={error ? `${id}-error` : undefined}
      />
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
