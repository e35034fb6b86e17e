import { limits } from '@parlance/contract/limits'
import { Bot, UserRound } from 'lucide-react'
import { useId, useState } from 'react'
import { problemOf } from '../../../session/http.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { ChosenList } from '../../../ui/admin/fields/ChosenList.tsx'
import { described, FieldError, FieldFrame } from '../../../ui/admin/fields/FieldFrame.tsx'
import { type Findable, Finder } from '../../../ui/admin/fields/Finder.tsx'
import { usePermissionNames } from '../../../ui/permissions/permissionName.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useFoundAgents } from '../../agents/data/useFoundAgents.ts'
import { useFoundPeople, useMayFindPeople } from '../../people/data/useFoundPeople.ts'
import { legalHoldsApi } from '../data/legalHoldsApi.ts'
import { legalHoldsTexts } from './lang/en.ts'

type Kind = 'Person' | 'Agent'
const kinds = ['Person', 'Agent'] as const
const icons = { Person: UserRound, Agent: Bot }
const hints = { Person: 'personHint', Agent: 'agentHint' } as const
const { min, max } = limits.legalHoldReason
const errorId = 'legal-hold-subject-error'
const nothing: ReadonlySet<string> = new Set()

interface Props {
  close: () => void
  saved: () => void
}

/** Sets a legal hold on a person or an agent. */
export function LegalHoldDialog({ close, saved }: Props) {
  const t = legalHoldsTexts.useText()
  const id = useId()
  const [kind, setKind] = useState<Kind>('Person')
  const [chosen, choose] = useState<{ key: string; name: string } | null>(null)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [create, { isLoading, error }] = legalHoldsApi.useCreateLegalHoldMutation()
  const length = [...reason.trim()].length
  const wrongReason = length < min || length > max ? t('reasonInvalid', { min, max }) : undefined
  const refused = problemOf(error)?.errors?.find(({ field }) => field === 'subject')?.message
  const wrongSubject = tried && !chosen ? t('subjectMissing') : refused

  async function save() {
    setTried(true)
    if (!chosen || wrongReason) return
    const { key, name } = chosen
    const subject = kind === 'Person' ? { kind, userId: key } : { kind, gptSystemId: key }
    const answer = await create({ subject, reason: reason.trim() })
    if (answer.error) return
    toast.success(t('saved', { name }))
    saved()
  }

  return (
    <ConfirmDialog
      title={t('addTitle')}
      text={t('addText')}
      button={t('save')}
      danger={false}
      wide
      dirty={chosen !== null || reason !== ''}
      busy={isLoading}
      error={error}
      confirm={() => void save()}
      close={close}
    >
      <div className="edit-fields">
        <ChoiceField
          field="kind"
          label={t('hold')}
          value={kind}
          options={kinds.map((key) => ({ key, label: t(`kind.${key}`) }))}
          change={(next) => {
            if (next === kind) return
            setKind(next)
            choose(null)
          }}
        />
        <div className="field" data-field="subject">
          {chosen ? (
            <ChosenList
              label={t('chosen')}
              items={[{ ...chosen, Icon: icons[kind] }]}
              remove={() => choose(null)}
            />
          ) : (
            // Each kind searches with hooks of its own.
            <SubjectFinder
              key={kind}
              kind={kind}
              invalid={wrongSubject !== undefined}
              choose={({ key, name }) => choose({ key, name })}
            />
          )}
          <div className="hint">{t(hints[kind])}</div>
          <FieldError id={errorId} error={wrongSubject} />
        </div>
        <FieldFrame
          id={id}
          label={t('reason')}
          hint={t('reasonHint')}
          error={tried ? wrongReason : undefined}
          field="reason"
        >
          <textarea
            id={id}
            className="in"
            rows={3}
            dir="auto"
            maxLength={max}
            value={reason}
            {...described(id, t('reasonHint'), tried ? wrongReason : undefined)}
            onChange={(event) => setReason(event.target.value)}
          />
        </FieldFrame>
      </div>
    </ConfirmDialog>
  )
}

interface FinderProps {
  kind: Kind
  invalid: boolean
  choose: (item: Findable) => void
}

function SubjectFinder({ kind, invalid, choose }: FinderProps) {
  const t = legalHoldsTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const mayFindPeople = useMayFindPeople()
  const field = { without: nothing, invalid, describedBy: invalid ? errorId : undefined }
  if (kind === 'Agent')
    return <Finder label={t('findAgent')} useFound={useFoundAgents} choose={choose} {...field} />
  return mayFindPeople ? (
    <Finder label={t('findPerson')} useFound={useFoundPeople} choose={choose} {...field} />
  ) : (
    <p className="hint">{t('peopleNeed', { action: fullNameOf('UserRead') })}</p>
  )
}
