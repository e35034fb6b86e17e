import { FlaskConical, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { EditSection } from '../../../ui/admin/PlainEditPage.tsx'
import { SaveError } from '../../../ui/admin/SaveError.tsx'
import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import { type Source, sourcesApi } from '../data/sourcesApi.ts'
import { endpointsOf, errorsOf, type SourceValues } from './endpointsForm.ts'
import { endpointsTexts } from './lang/en.ts'
import { ProbeResults } from './ProbeResults.tsx'

interface Props {
  form: EditForm<SourceValues>
  /** Undefined for a new library. */
  source?: Source
  readOnly: boolean
}

type Field = Exclude<keyof SourceValues, 'name' | 'description'>
const fields: readonly Field[] = [
  'blobContainerUrl',
  'blobContainerCredential',
  'embeddingEndpoint',
  'embeddingDeployment',
  'embeddingCredential',
  'indexEndpoint',
  'indexName',
  'indexCredential',
]

/** A library's own container, embedding deployment, and search index, with a test of all of them. */
export function EndpointFields({ form, source, readOnly }: Props) {
  const t = endpointsTexts.useText()
  const { endpoints } = source ?? {}
  const isFixed = (source?.files ?? 0) > 0
  // A restored library needs another index, because the instance that was backed up may still use this one.
  const isIndexFixed = isFixed && endpoints?.isConfirmed === true
  const stored = (
    kind: 'key' | 'password',
    key: { lastFour: string } | null | undefined,
    otherwise: string,
  ) => {
    if (!key) return otherwise
    return key.lastFour ? t(`${kind}StoredEnding`, { lastFour: key.lastFour }) : t(`${kind}Stored`)
  }
  const field = (name: Field) => ({
    field: name,
    value: form.values[name],
    change: (value: string) => form.set(name, value),
    leave: () => form.check(name),
    error: form.errors[name],
    readOnly,
    code: true,
  })
  return (
    <>
      {endpoints && !endpoints.isConfirmed && (
        <p className="strip w" role="status">
          <TriangleAlert size={16} />
          <span>
            {t('notConfirmed')}
            {endpoints.indexEndpoint !== null && ` ${t('indexNotConfirmed')}`}
          </span>
        </p>
      )}
      <EditSection title={t('container')} hint={t('containerHint')}>
        <TextField
          {...field('blobContainerUrl')}
          label={t('containerUrl')}
          hint={isFixed ? t('containerFixed') : t('containerUrlHint')}
          readOnly={readOnly || isFixed}
        />
        <TextField
          {...field('blobContainerCredential')}
          label={t('containerKey')}
          hint={stored('key', endpoints?.blobContainerCredential, t('containerKeyHint'))}
          secret
        />
      </EditSection>
      <EditSection title={t('embedding')} hint={t('embeddingHint')}>
        <TextField {...field('embeddingEndpoint')} label={t('endpoint')} hint={t('endpointHint')} />
        <TextField {...field('embeddingDeployment')} label={t('deployment')} />
        <TextField
          {...field('embeddingCredential')}
          label={t('embeddingKey')}
          hint={stored('key', endpoints?.embeddingCredential, t('embeddingKeyHint'))}
          secret
        />
      </EditSection>
      <EditSection title={t('index')} hint={t('indexHint')}>
        <TextField
          {...field('indexEndpoint')}
          label={t('databaseUrl')}
          hint={isIndexFixed ? t('indexFixed') : t('databaseUrlHint')}
          readOnly={readOnly || isIndexFixed}
        />
        <TextField
          {...field('indexName')}
          label={t('indexName')}
          hint={isIndexFixed ? undefined : t('indexNameHint')}
          readOnly={readOnly || isIndexFixed}
        />
        <TextField
          {...field('indexCredential')}
          label={t('databasePassword')}
          hint={stored('password', endpoints?.indexCredential, t('databasePasswordHint'))}
          readOnly={readOnly || (isIndexFixed && endpoints.indexEndpoint === null)}
          secret
        />
      </EditSection>
      <EditSection title={t('test')} hint={t('testHint')}>
        <Test form={form} source={source} readOnly={readOnly} />
      </EditSection>
    </>
  )
}

function Test({ form, source, readOnly }: Props) {
  const t = endpointsTexts.useText()
  const { values } = form
  const [tested, setTested] = useState<SourceValues>()
  const [probe, { data, error, isLoading }] = sourcesApi.useProbeEndpointsMutation()
  const stored = form.changed.some((name) => fields.some((one) => one === name))
    ? []
    : source?.endpoints?.probes
  // A result is shown only for what was tested.
  const isCurrent = tested !== undefined && fields.every((name) => tested[name] === values[name])
  const probes = (isCurrent ? data?.probes : stored) ?? []
  const isEmpty = values.blobContainerUrl.trim() === ''
  const off = isEmpty || isLoading
  const ask = () => {
    if (off) return
    // What is wrong is shown next to its field.
    for (const name of fields) form.check(name)
    const wrong = errorsOf(values, 'explicit', source?.endpoints ?? null, t)
    if (fields.some((name) => wrong[name])) return
    setTested(values)
    const library = source ? { dataSourceId: source.dataSourceId } : {}
    void probe({ ...library, endpoints: endpointsOf(values) })
  }
  return (
    <div className="endpoint-test">
      {!readOnly && (
        <div>
          <button
            type="button"
            className="btn out"
            aria-disabled={off}
            // Leaving a field shows its error, which would move the button from under the pointer before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={ask}
          >
            <FlaskConical size={16} />
            {isLoading ? t('testing') : t('testNow')}
          </button>
        </div>
      )}
      {isCurrent && <SaveError error={error} />}
      {!isLoading && !(isCurrent && error) && <ProbeResults probes={probes} />}
    </div>
  )
}
