import { useRef, useState } from 'react'
import { newId, problemOf } from '../../../session/http.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import { toast } from '../../../ui/toast.tsx'
import { timeZone } from '../../policyText/localTimes.ts'
import { type Announcement, announcementSettingsApi } from '../data/announcementsApi.ts'
import { AudienceFields } from './AudienceFields.tsx'
import {
  type AnnouncementValues,
  errorsOf,
  importances,
  inputOf,
  mayReadAgain,
  withImportance,
} from './announcementForm.ts'
import { announcementSettingsTexts } from './lang/en.ts'
import { Preview } from './Preview.tsx'
import { TextFields } from './TextFields.tsx'
import { TimeField } from './TimeField.tsx'

interface Props {
  /** Null for a new one. */
  announcement: Announcement | null
  /** What the fields have first. */
  values: AnnouncementValues
  close: () => void
}

/** Adds an announcement, or changes one. */
export function AnnouncementDialog({ announcement, values: first, close }: Props) {
  const t = announcementSettingsTexts.useText()
  // Taken once: a change by someone else is refused with the next save, and doesn't replace what was typed.
  const [opened] = useState(announcement)
  const [values, setValues] = useState(first)
  const [readAgain, setReadAgain] = useState<boolean | null>(null)
  const [tried, setTried] = useState(false)
  // One dialog is one announcement, however often it is tried.
  const key = useRef(newId())
  const [create, creating] = announcementSettingsApi.useCreateAnnouncementMutation()
  const [update, updating] = announcementSettingsApi.useUpdateAnnouncementMutation()
  const { isLoading, error } = opened ? updating : creating
  const set = (change: Partial<AnnouncementValues>) => setValues({ ...values, ...change })
  const found = errorsOf(values, t)
  const errors = tried ? found : {}
  const isAsked = opened !== null && mayReadAgain(opened, values)
  // What has to be confirmed is asked for again, unless someone decides otherwise, such as for a typo.
  const again = isAsked && (readAgain ?? values.importance === 'Important')

  async function save() {
    setTried(true)
    if (Object.keys(found).length > 0) return
    const input = inputOf(values)
    const answer = opened
      ? await update({
          announcementId: opened.announcementId,
          version: opened.version,
          ...input,
          readAgain: again,
        })
      : await create({ ...input, key: key.current })
    if (answer.error) return
    toast.success(t('saved'))
    close()
  }

  return (
    <ConfirmDialog
      title={t(opened ? 'editTitle' : 'addTitle')}
      text={t('formText')}
      button={t('save')}
      danger={false}
      wide
      dirty={JSON.stringify(values) !== JSON.stringify(first)}
      busy={isLoading}
      error={error}
      reasonOf={({ message, field }) =>
        problemOf(error)?.code === 'request.invalid' && field === 'brandKey' ? t('brandGone') : message
      }
      confirm={() => void save()}
      close={close}
    >
      <div className="edit-fields">
        <ChoiceField
          field="importance"
          label={t('importance')}
          value={values.importance}
          options={importances.map((one) => ({ key: one, label: t(`importance.${one}`) }))}
          change={(importance) => setValues(withImportance(values, importance))}
        />
        <p className="hint announcement-hint">{t(`hint.${values.importance}`)}</p>
        <TextFields values={values} errors={errors} change={set} />
        <div className="field">
          <div className="announcement-times">
            <TimeField
              field="from"
              label={t('from')}
              value={values.from}
              error={errors.from}
              change={(from) => set({ from })}
            />
            <TimeField
              field="to"
              label={t(values.importance === 'Maintenance' ? 'toMaintenance' : 'to')}
              value={values.to}
              error={errors.to}
              change={(to) => set({ to })}
            />
          </div>
          {values.importance === 'Maintenance' && (
            <TimeField
              field="startsAt"
              label={t('startsAt')}
              value={values.startsAt}
              error={errors.startsAt}
              change={(startsAt) => set({ startsAt })}
            />
          )}
          <div className="hint">{t('zone', { zone: timeZone() })}</div>
        </div>
        <AudienceFields values={values} change={set} />
        {isAsked && (
          <SwitchField
            field="readAgain"
            label={t('readAgain')}
            hint={t('readAgainHint')}
            on={again}
            change={setReadAgain}
          />
        )}
        <section aria-label={t('preview')}>
          <h3 className="switch-label">{t('preview')}</h3>
          <Preview values={values} />
        </section>
      </div>
    </ConfirmDialog>
  )
}
