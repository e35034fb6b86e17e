import { Files } from 'lucide-react'
import { type RefObject, useEffect } from 'react'
import { Link } from 'react-router'
import { ConflictDialog } from '../../../ui/admin/ConflictDialog.tsx'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
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
import { screenTitle } from '../../frame/screens.ts'
import type { EndpointsType, Source } from '../data/sourcesApi.ts'
import { EndpointFields } from './EndpointFields.tsx'
import type { SourceValues } from './endpointsForm.ts'
import { endpointsTexts } from './lang/en.ts'
import '../dataSources.css'

interface Props {
  form: EditForm<SourceValues>
  type: EndpointsType
  title: string
  readOnly: boolean
  cancel: () => void
  /** For an existing library. */
  source?: Source
  /** For a new library: how to choose its type, and what receives the function that lifts the leave guard. */
  creating?: { choose: (type: EndpointsType) => void; lift: RefObject<() => void> }
}

const types: readonly EndpointsType[] = ['default', 'explicit']
const labels = {
  name: 'name',
  description: 'description',
  blobContainerUrl: 'containerUrl',
  blobContainerCredential: 'containerKey',
  embeddingEndpoint: 'endpoint',
  embeddingDeployment: 'deployment',
  embeddingCredential: 'embeddingKey',
  indexEndpoint: 'databaseUrl',
  indexName: 'indexName',
  indexCredential: 'databasePassword',
} as const

/** The form of a library and its endpoints. */
export function SourceEditor({ form, type, title, readOnly, cancel, source, creating }: Props) {
  const t = endpointsTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const changes = form.changed.length
  const lift = useLeaveGuard(changes > 0)
  const liftRef = creating?.lift
  useEffect(() => {
    if (liftRef) liftRef.current = lift
  }, [liftRef, lift])
  useWantedField(form.wanted, () => {})
  useSaveKey(readOnly ? undefined : () => (creating || changes > 0) && form.submit())
  const bar = readOnly ? (
    <ReadOnlyBar>{t('readOnly', { action: fullNameOf('DataSourcesWrite') })}</ReadOnlyBar>
  ) : (
    <SaveBar
      creating={creating !== undefined}
      changes={changes}
      errors={Object.keys(form.errors).length}
      error={form.error}
      saving={form.saving}
      label={creating ? t('create') : t('save')}
      cancel={cancel}
      save={form.submit}
    />
  )
  return (
    <>
      <PlainEditPage
        head={
          <PageHead title={title} parent={{ title: screenTitle('fileLibraries'), path: '/admin/datasource' }}>
            {source && (
              <Link className="btn soft" to={`/admin/datasource/${source.dataSourceId}/edit`}>
                <Files size={16} />
                {t('toFiles')}
              </Link>
            )}
          </PageHead>
        }
        bar={bar}
        wanted={form.wanted}
      >
        <EditSection title={t('library')} hint={t(`typeHint.${type}`)}>
          {creating && (
            <ChoiceField
              field="endpointsType"
              label={t('type')}
              value={type}
              change={creating.choose}
              options={types.map((key) => ({ key, label: t(`type.${key}`) }))}
            />
          )}
          {(['name', 'description'] as const).map((field) => (
            <TextField
              key={field}
              field={field}
              label={t(field)}
              value={form.values[field]}
              change={(value) => form.set(field, value)}
              leave={() => form.check(field)}
              error={form.errors[field]}
              readOnly={readOnly}
            />
          ))}
        </EditSection>
        {type === 'explicit' && (
          <EndpointFields form={form} readOnly={readOnly} {...(source ? { source } : {})} />
        )}
      </PlainEditPage>
      <ConflictDialog
        form={form}
        labelOf={(field) => t(labels[field])}
        show={(field, value) =>
          field.endsWith('Credential') && value !== '' ? '••••••••' : <bdi>{value}</bdi>
        }
      />
    </>
  )
}
