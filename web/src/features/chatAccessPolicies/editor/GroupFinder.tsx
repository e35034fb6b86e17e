import { useId, useState } from 'react'
import { FieldError } from '../../../ui/admin/fields/FieldFrame.tsx'
import { Finder } from '../../../ui/admin/fields/Finder.tsx'
import { isComposing } from '../../../ui/composing.ts'
import { useGroupNames } from '../../directoryGroups/data/useGroupNames.ts'
import { policiesTexts } from '../../policyText/lang/en.ts'
import { useFoundGroups } from '../../policyText/policyGroups.ts'

interface Props {
  without: ReadonlySet<string>
  choose: (groupId: string) => void
  invalid: boolean
  describedBy: string | undefined
}

/** Finds a directory group by name, or accepts its ID if the directory doesn't list its groups. */
export function GroupFinder({ choose, ...field }: Props) {
  const t = policiesTexts.useText()
  const { state, ask } = useGroupNames()
  if (state === 'unknown') return <GroupById choose={choose} ask={ask} />
  return (
    <Finder label={t('addGroup')} useFound={useFoundGroups} choose={({ key }) => choose(key)} {...field} />
  )
}

const grammar = /^[\w.:-]{1,100}$/

function GroupById({ choose, ask }: { choose: (groupId: string) => void; ask: () => void }) {
  const t = policiesTexts.useText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()

  function add() {
    if (!grammar.test(typed.trim())) return setError(t('groupIdInvalid'))
    choose(typed.trim())
    setTyped('')
  }

  return (
    <div className="field">
      <div className="row group-by-id">
        <input
          className="in mono"
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          aria-label={t('groupId')}
          placeholder={t('addGroupById')}
          aria-invalid={Boolean(error) || undefined}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setError(undefined)
          }}
          onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && add()}
        />
        <button type="button" className="btn out" onClick={add}>
          {t('addGroupButton')}
        </button>
      </div>
      <div className="hint" id={`${id}-hint`}>
        {t('groupIdHint')}
      </div>
      <FieldError id={`${id}-error`} error={error} />
      <button type="button" className="btn soft sm limit-add" onClick={ask}>
        {t('askGroups')}
      </button>
    </div>
  )
}
