import { type RefObject, useId, useRef } from 'react'
import { languageNames, languages } from '../../../lang/i18n.ts'
import { ConflictDialog } from '../../../ui/admin/ConflictDialog.tsx'
import { described, FieldFrame } from '../../../ui/admin/fields/FieldFrame.tsx'
import { SelectField } from '../../../ui/admin/fields/SelectField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { EditSection, PlainEditPage } from '../../../ui/admin/PlainEditPage.tsx'
import { ReadOnlyBar } from '../../../ui/admin/ReadOnlyBar.tsx'
import { SaveBar } from '../../../ui/admin/SaveBar.tsx'
import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import { useSaveKey } from '../../../ui/admin/useSaveKey.ts'
import { useWantedField } from '../../../ui/admin/useWantedField.ts'
import { useLeaveGuard } from '../../../ui/leaveGuard.ts'
import { usePermissionNames } from '../../../ui/permissions/permissionName.tsx'
import { templatesPath } from '../data/guidelinesPaths.ts'
import { SectionsField } from '../editor/SectionsField.tsx'
import type { SectionValues, TemplateValues } from '../guidelinesForm.ts'
import { guidelinesTexts } from '../lang/en.ts'

interface Props {
  form: EditForm<TemplateValues>
  title: string
  readOnly: boolean
  saveLabel: string
  cancel: () => void
  /** For a new template: receives the function that lifts the leave guard after creation. */
  creating?: RefObject<() => void>
}

/** The form of a template. */
export function TemplateEditor({ form, title, readOnly, saveLabel, cancel, creating }: Props) {
  const t = guidelinesTexts.useText()
  const id = useId()
  const { fullNameOf } = usePermissionNames()
  const { values, errors, set, check } = form
  const changes = form.changed.length
  const lift = useLeaveGuard(changes > 0)
  if (creating) creating.current = lift
  useWantedField(form.wanted, () => {})
  useSaveKey(readOnly ? undefined : () => (creating || changes > 0) && form.submit())
  const latest = useRef(values.sections)
  latest.current = values.sections
  return (
    <>
      <PlainEditPage
        head={<PageHead title={title} parent={{ title: t('templates'), path: templatesPath }} />}
        bar={
          readOnly ? (
            <ReadOnlyBar>
              {t('readOnlyTemplate', { action: fullNameOf('GuidelinesDocumentsWrite') })}
            </ReadOnlyBar>
          ) : (
            <SaveBar
              changes={changes}
              errors={Object.keys(errors).length}
              error={form.error}
              saving={form.saving}
              creating={creating !== undefined}
              label={saveLabel}
              cancel={cancel}
              save={() => void form.submit()}
            />
          )
        }
      >
        <EditSection title={t('general')}>
          <TextField
            field="title"
            label={t('titleLabel')}
            value={values.title}
            error={errors.title}
            disabled={readOnly}
            change={(next) => set('title', next)}
            leave={() => values.title !== '' && check('title')}
          />
          <FieldFrame
            id={id}
            field="description"
            label={t('description')}
            hint={t('descriptionHint')}
            error={errors.description}
          >
            <textarea
              id={id}
              className="in"
              dir="auto"
              rows={2}
              value={values.description}
              disabled={readOnly}
              {...described(id, true, errors.description)}
              onChange={(event) => set('description', event.target.value)}
              onBlur={() => check('description')}
            />
          </FieldFrame>
          <SelectField
            field="language"
            label={t('language')}
            value={values.language}
            options={languages.map((key) => ({ key, label: languageNames[key] }))}
            disabled={readOnly}
            change={(language) => set('language', language as TemplateValues['language'])}
          />
        </EditSection>
        <EditSection title={t('sections')} hint={t('sectionsHint')}>
          <SectionsField
            sections={values.sections}
            errors={errors}
            readOnly={readOnly}
            change={(next) => {
              latest.current = next(latest.current)
              set('sections', latest.current)
            }}
            check={() => check('sections')}
          />
        </EditSection>
      </PlainEditPage>
      <ConflictDialog
        form={form}
        labelOf={(field) => t(labels[field])}
        show={(_, value) => <TemplateValue value={value} />}
      />
    </>
  )
}

const labels = {
  title: 'titleLabel',
  description: 'description',
  language: 'language',
  sections: 'sections',
} as const satisfies Record<keyof TemplateValues, string>

function TemplateValue({ value }: { value: string | readonly SectionValues[] }) {
  const t = guidelinesTexts.useText()
  if (value.length === 0) return <span className="m3">{t('nothing')}</span>
  if (typeof value === 'string') return <bdi>{value}</bdi>
  return (
    <div className="guidelines-conflict">
      {value.map(({ key, heading, text }) => (
        <div key={key} dir="auto">
          <b>{heading}</b>
          {`\n${text}`}
        </div>
      ))}
    </div>
  )
}
