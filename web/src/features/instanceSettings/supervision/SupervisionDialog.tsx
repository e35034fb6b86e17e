import { useState } from 'react'
import { problemOf } from '../../../session/http.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type SupervisionExport, supervisionApi } from '../data/supervisionApi.ts'
import { SecretField } from '../webhooks/SecretField.tsx'
import { supervisionTexts } from './lang/en.ts'
import { errorsOf, inputOf, newInputOf, valuesOf } from './supervisionForm.ts'

interface Props {
  /** Null for a new one. */
  one: SupervisionExport | null
  /** Whether the operator has set a folder for files. */
  hasFolder: boolean
  close: () => void
}

/** Adds or changes an export. */
export function SupervisionDialog({ one, hasFolder, close }: Props) {
  const t = supervisionTexts.useText()
  // Taken once: a change by someone else is refused with the next save, and doesn't replace what was typed.
  const [opened] = useState(one)
  const [values, setValues] = useState(() => valuesOf(opened))
  const [tried, setTried] = useState(false)
  const [create, creating] = supervisionApi.useCreateSupervisionExportMutation()
  const [update, updating] = supervisionApi.useUpdateSupervisionExportMutation()
  const { isLoading, error } = opened ? updating : creating
  const set = (change: Partial<typeof values>) => setValues({ ...values, ...change })
  const found = errorsOf(values, opened === null, t)
  const errors = tried ? found : {}
  const refused = (field: string) =>
    problemOf(error)?.errors?.find((one) => one.field === `target.${field}`)?.message

  async function save() {
    setTried(true)
    if (Object.keys(found).length > 0) return
    const answer = opened
      ? await update({
          supervisionExportId: opened.supervisionExportId,
          version: opened.version,
          ...inputOf(values),
        })
      : await create(newInputOf(values))
    if (answer.error) return
    toast.success(t('saved', { name: values.name.trim() }))
    close()
  }

  return (
    <ConfirmDialog
      title={opened ? t('editTitle', { name: opened.name }) : t('addTitle')}
      text={t('formText')}
      button={t('save')}
      danger={false}
      wide
      dirty={JSON.stringify(values) !== JSON.stringify(valuesOf(opened))}
      busy={isLoading}
      error={error}
      confirm={() => void save()}
      close={close}
    >
      <div className="edit-fields">
        <TextField
          field="name"
          label={t('name')}
          value={values.name}
          error={errors.name}
          change={(name) => set({ name })}
          autoFocus
        />
        {!opened && (
          <ChoiceField
            field="target.kind"
            label={t('kind')}
            value={values.kind}
            options={(['Webhook', 'File'] as const).map((key) => ({ key, label: t(`kind.${key}`) }))}
            change={(kind) => set({ kind })}
          />
        )}
        {values.kind === 'File' ? (
          <>
            {!hasFolder && <p className="strip info">{t('noFolder')}</p>}
            <TextField
              field="target.fileName"
              label={t('fileName')}
              hint={t('fileNameHint')}
              code
              value={values.fileName}
              error={errors.fileName ?? refused('fileName')}
              change={(fileName) => set({ fileName })}
            />
          </>
        ) : (
          <>
            <TextField
              field="target.url"
              label={t('url')}
              hint={t('urlHint')}
              code
              value={values.url}
              error={errors.url ?? refused('url')}
              change={(url) => set({ url })}
            />
            <SecretField
              field="target.secret"
              isStored={opened !== null}
              value={values.secret}
              error={errors.secret}
              change={(secret) => set({ secret })}
            />
          </>
        )}
        <SwitchField
          field="includesConversations"
          label={t('conversations')}
          hint={t('conversationsHint')}
          on={values.includesConversations}
          change={(includesConversations) => set({ includesConversations })}
        />
        {values.includesConversations && (
          <SwitchField
            field="includesNames"
            label={t('includesNames')}
            hint={t('includesNamesHint')}
            on={values.includesNames}
            change={(includesNames) => set({ includesNames })}
          />
        )}
        {!opened && (
          <ChoiceField
            field="start"
            label={t('start')}
            value={values.start}
            options={(['Beginning', 'Now'] as const).map((key) => ({ key, label: t(`start.${key}`) }))}
            change={(start) => set({ start })}
          />
        )}
        <SwitchField
          field="enabled"
          label={t('enabled')}
          hint={t('enabledHint')}
          on={values.enabled}
          change={(enabled) => set({ enabled })}
        />
      </div>
    </ConfirmDialog>
  )
}
