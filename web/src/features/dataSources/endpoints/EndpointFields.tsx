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
]

/** A library's own container and embedding deployment, with a test of both. */
export function EndpointFields({ form, source, readOnly }: Props) {
  const t = endpointsTexts.useText()
  const { endpoints } = source ?? {}
  const isFixed = (source?.files ?? 0) > 0
  const stored = (key: { lastFour: string } | null | undefined, otherwise: string) => {
    if (!key) return otherwise
    return key.lastFour ? t('keyStoredEnding', { lastFour: key.lastFour }) : t('keyStored')
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
          {t('notConfirmed')}
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
          hint={stored(endpoints?.blobContainerCredential, t('containerKeyHint'))}
          secret
        />
      </EditSection>
      <EditSection title={t('embedding')} hint={t('embeddingHint')}>
        <TextField {...field('embeddingEndpoint')} label={t('endpoint')} hint={t('endpointHint')} />
        <TextField {...field('embeddingDeployment')} label={t('deployment')} />
        <TextField
          {...field('embeddingCredential')}
          label={t('embeddingKey')}
          hint={stored(endpoints?.embeddingCredential, t('embeddingKeyHint'))}
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
          <button type="button" className="btn out" aria-disabled={off} onClick={ask}>
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
