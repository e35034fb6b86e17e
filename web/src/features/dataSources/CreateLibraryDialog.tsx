import { useState } from 'react'
import { Link } from 'react-router'
import { newId } from '../../session/http.ts'
import { type DataSource, dataSourcesApi } from './data/api.ts'
import { newSourcePath } from './endpoints/sourcePaths.ts'
import { LibraryForm } from './LibraryForm.tsx'
import { dataSourcesTexts } from './lang/en.ts'

interface Props {
  close: () => void
  created: (library: DataSource) => void
}

export function CreateLibraryDialog({ close, created }: Props) {
  const t = dataSourcesTexts.useText()
  const [create, { isLoading, error }] = dataSourcesApi.useCreateLibraryMutation()
  // One idempotency key per content, so a second click doesn't create a second library.
  const [sent, setSent] = useState({ intent: '', key: '' })
  return (
    <LibraryForm
      title={t('newLibraryTitle')}
      verb={t('create')}
      before={{ name: '', description: '' }}
      isLoading={isLoading}
      error={error}
      close={close}
      save={async ({ name, description }, lift) => {
        const intent = JSON.stringify([name, description])
        const key = sent.intent === intent ? sent.key : newId()
        setSent({ intent, key })
        const { data } = await create({ key, name, description: description || undefined })
        if (!data) return
        lift()
        created(data)
      }}
    >
      <Link className="s13" to={newSourcePath('explicit')}>
        {t('ownEndpoints')}
      </Link>
    </LibraryForm>
  )
}
